"""addnorm: pencil and paper for the Transformer's Add & Norm."""

__version__ = "0.1.0"
