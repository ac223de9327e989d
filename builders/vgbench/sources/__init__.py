"""Sources of VGBench's rows: generated questions and captions, published data, authored questions."""
