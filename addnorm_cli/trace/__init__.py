"""What was done: steps, sections and traces, and the recorder that keeps them."""
