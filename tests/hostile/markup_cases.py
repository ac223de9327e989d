"""Texts that try to inject markup into a page, Markdown or a table."""

from tests.hostile.case import case

OWNED = "document.title='owned'; fetch('http://127.0.0.1:PORT/')"
MARKUP = (
    case("a closed script", f"</script><script>{OWNED}</script>", "no_answer", "leaves the page's data"),
    case("a comment", "<!--<script>", "no_answer", "swallows the page"),
    case("a closed text", f'</pre></textarea></title><img src=x onerror="{OWNED}">', "no_answer", "leaves its box"),
    case("an attribute", f'" onmouseover="{OWNED}" \'', "no_answer", "leaves its attribute"),
    case(
        "a frame",
        "<iframe srcdoc=\"<script>parent.document.title='owned'</script>\"></iframe>",
        "no_answer",
        "a page in it",
    ),
    case("a template", "{{ config }} {% raw %} ${alert(1)} `${1}`", "no_answer", "is filled in"),
    case("Markdown", "![a](http://127.0.0.1:PORT/a.png) [b](javascript:alert(1))", "no_answer", "is read as Markdown"),
    case(
        "a base",
        "<base href='http://127.0.0.1:PORT/'><meta http-equiv=refresh content='0;url=http://127.0.0.1:PORT/'>",
        "no_answer",
        "leads elsewhere",
    ),
    case("a form", "<form action='http://127.0.0.1:PORT/'><button autofocus>", "no_answer", "sends something"),
    case(
        "a style",
        "<style>@import 'http://127.0.0.1:PORT/a.css'; * { display: none }</style>",
        "no_answer",
        "hides the page",
    ),
    case("line ends of JavaScript", "\u2028\u2029'\"\\", "no_answer", "ends a string"),
    case("a cell's end", f'a | <img src=x onerror="{OWNED}"> | b', "no_answer", "leaves its cell of a table"),
    case("a cell's end behind a backslash", f'a\\| <img src=x onerror="{OWNED}"> |', "no_answer", "the same"),
    case("a span's end", f'` `` ``` <img src=x onerror="{OWNED}"> ```', "no_answer", "leaves its code"),
    case("a fence's end", f"\n```\n~~~~~~~~~~~~~\n\n<script>{OWNED}</script>\n", "no_answer", "leaves its block"),
    case("a list's end", f'</code></li></td></table></details><img src=x onerror="{OWNED}">', "no_answer", "the same"),
    case("a Markdown reference", "\n\n[a]: http://127.0.0.1:PORT/a.png\n\n![a]", "no_answer", "is read as Markdown"),
    case("a Markdown autolink", "<javascript:alert(1)> <http://127.0.0.1:PORT/>", "no_answer", "becomes a link"),
    case("entities", "&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &#60;b&#62;", "no_answer", "is unescaped twice"),
    case("a card's head", "\n---\nlicense: mit\n---\n# A title\n", "no_answer", "speaks for the card"),
)
FOREIGN = ":is(script, style, svg, iframe, object, embed, a, form, base, meta, link, foreignObject)"
"""Markup that no page may produce from a text."""

HANDLERS = """[...document.querySelectorAll('body *')].filter(
  (each) => [...each.attributes].some((one) => one.name.startsWith('on'))).length"""
