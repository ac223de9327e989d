"""Texts that a visitor may enter into a form to break it."""

TEXTS = {
    "prose": "It is an alcohol.",
    "lone surrogate": "\ud800",
    "NUL": "<svg>\x00</svg>",
    "not well formed": "<svg><g></svg>",
    "enormous": "<svg>" + "<g/>" * 3_000_000 + "</svg>",
    "deep": "<svg>" + "<g>" * 20_000 + "</g>" * 20_000 + "</svg>",
    "deep JSON": "{" + '"a":{' * 50_000,
    "entity": "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg><text>&a;</text></svg>",
    "external": '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    "script": '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    "markup": "<img src=x onerror=\"document.title='taken'\"><b>bold</b> [link](javascript:alert(1))",
}
