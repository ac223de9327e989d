"""The words of the instruction data: descriptions of drawings, and wordings of instructions."""
