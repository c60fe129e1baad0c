import type { XssVector } from './shared-fixtures'

/**
 * Attack vectors for formulas, written for this site: MathML elements in which the parser returns to HTML, TeX commands
 * for URLs, handlers and styles, and text that looks like the end of an element.
 */
export const FORMULA_VECTORS: XssVector[] = [
  '<math data-tex="x"><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math data-tex="x"><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></mtext></math>',
  '<math data-tex="x"><annotation-xml encoding="text/html"><style><img src=x onerror="alert(1)"></style></annotation-xml></math>',
  '<math data-tex="x"><annotation-xml encoding="application/xhtml+xml"><script>alert(1)</script></annotation-xml></math>',
  '<math data-tex="x"><semantics><annotation encoding="text/html"><img src=x onerror=alert(1)></annotation></semantics></math>',
  '<math data-tex="x"><mi><malignmark><svg><style><img src=x onerror=alert(1)></style></svg></malignmark></mi></math>',
  '<math data-tex="x"><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math data-tex="x" href="javascript:alert(1)" onclick="alert(1)"><maction actiontype="statusline#http://x" xlink:href="javascript:alert(1)">CLICK</maction></math>',
  '<math data-tex="x"><mtext><option><mglyph><!-- --><option></mglyph><img src=x onerror=alert(1)></mtext></math>',
  '<math data-tex="x"><title><img src=x onerror=alert(1)></title><desc><a href="javascript:alert(1)">a</a></desc></math>',
  '<svg><foreignobject><math data-tex="x"><mi><a xlink:href="javascript:alert(1)">y</a></mi></math></foreignobject></svg>',
  '<math data-tex="\\text{&lt;/mtext&gt;&lt;/math&gt;&lt;img src=x onerror=alert(1)&gt;}"></math>',
  '<math data-tex="\\href{javascript:alert(1)}{x}"></math>',
  '<math data-tex="\\url{javascript:alert(1)}"></math>',
  '<math data-tex="\\includegraphics{https://evil.example/x.png}"></math>',
  '<math data-tex="\\class{a&quot; onclick=&quot;alert(1)}{x}\\id{a}{x}\\style{position:fixed}{x}\\data{a=b}{x}"></math>',
  '<math data-tex="\\color{red;background:url(//evil.example)}x"></math>',
  '<math data-tex="\\colorbox{url(//evil.example)}{x}\\textcolor{expression(alert(1))}{x}"></math>',
  '<math data-tex="\\def\\a{\\a\\a}\\a"></math>',
  '<math data-tex="x--&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;"></math>',
  '<math data-tex="x" style="background:url(//evil.example)" class="x" display="block" display="inline"><mi style="position:fixed" id="a" name="b">x</mi></math>',
  '<p><math data-tex="x"><p><img src=x onerror=alert(1)></p></math>',
  '<math data-tex><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<mtext><math data-tex="x"></mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph>',
].map((payload, index) => ({ id: `formula-${index + 1}`, source: 'this site', payload }))
