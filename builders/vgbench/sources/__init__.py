"""Sources of VGBench's rows: questions and captions that are generated, published data, authored questions."""
