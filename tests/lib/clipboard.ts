/** Clipboard HTML of various programs, modelled on their actual output. */

export const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- /* Style Definitions */ p.MsoNormal {mso-style-parent:""; margin:0cm; font-family:"Calibri",sans-serif;} --></style>
</head><body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>Winter\r\nseason<o:p></o:p></h1>
<p class=MsoNormal>A <b>bold</b> and <i style='mso-bidi-font-style:normal'>slanted</i> sentence with a <a
href="https://aurora.example/trips">link</a>, <s>struck</s> and <u>under<span style='mso-spacerun:yes'>  </span>lined</u>.<a
style='mso-comment-reference:J_1;mso-comment-date:20260101T1200'><span class=MsoCommentReference><span style='mso-special-character:comment'>&nbsp;[J1]</span></span></a><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Boots<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span></span><![endif]>Wool <b>socks</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span><span
style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span></span><![endif]>First night<o:p></o:p></p>
<p class=MsoNormal><span style='color:#C00000'>Red</span> words<!--[if gte vml 1]><v:shape id="p"></v:shape><![endif]--><![if !vml]><img
width=120 height=80 src="file:///C:/Temp/msohtmlclip1/01/clip_image002.jpg"><![endif]></p>
<!--EndFragment--></body></html>`;

export const GOOGLE_DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-7a1c2b3d-7fff-0000"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Packing list</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;color:#000000;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;">Plain, </span><span style="font-size:11pt;color:#000000;font-weight:700;font-style:normal;text-decoration:none;">bold</span><span style="font-weight:400;font-style:italic;text-decoration:none;"> and slanted</span><a href="https://www.google.com/url?q=https://aurora.example/a?b%3D1%26c%3D2&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="font-weight:400;color:#1155cc;text-decoration:underline;">a link</span></a><span style="font-size:6.6pt;vertical-align:super;">2</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Boots</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Socks</span></p></li></ul></ul><ol><li dir="ltr" aria-level="1"><p dir="ltr"><span>One</span></p></li></ol><hr /></b><br class="Apple-interchange-newline">`;

export const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style>td {mso-style-parent:style0;}</style></head><body link=blue vlink=purple>
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'><!--StartFragment--><col width=64 span=3 style='width:48pt'>
<tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64>Trip</td><td class=xl65>Nights</td><td class=xl65>Price</td></tr>
<tr height=20><td height=20>Fjord</td><td align=right>4</td><td align=right>€ 1,490</td></tr>
<!--EndFragment--></table></body></html>`;

export const WEB_PAGE = `<meta charset="utf-8"><style>.x{color:red}</style><div class="article"><header><h1 onclick="track()">The night <em>sky</em></h1></header>
<p>First <code>line</code><br>second <span style="font-weight:bold">line</span> &amp; <a href="/relative?x=1" target="_blank" onmouseover="x()">more</a>, <a href="javascript:alert(1)">not this</a>.</p>
<script>alert(1)</script><p style="display:none">hidden</p>
<blockquote><p>Quoted</p><p>twice</p></blockquote><pre>if (a &lt; b) {
  go();
}</pre><img src="https://aurora.example/a.jpg" alt="A &quot;dome&quot;" onerror="alert(1)"><img src="data:image/png;base64,AAAA">
<ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol><iframe src="https://x.example"></iframe><button>Buy</button></div>loose words`;

/** By program: two adjacent lists, a list that continues at 3 after a paragraph, and a right-to-left text and list. */
export const LISTS_BY_PROGRAM: Readonly<Record<string, string>> = {
  Word: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- @list l0 {mso-list-id:382759231;mso-list-type:hybrid;} @list l0:level1 {mso-level-number-format:decimal;} ol {margin-bottom:0cm;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo1'><![if !supportLists]><span style='mso-fareast-font-family:Calibri'><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Boots<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo1'><![if !supportLists]><span><span
style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span></span><![endif]>Socks<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span><span
style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span></span><![endif]>Fly<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span><span
style='mso-list:Ignore'>2.<span>&nbsp;&nbsp; </span></span></span><![endif]>Rest<o:p></o:p></p>
<p class=MsoNormal>Then<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span><span
style='mso-list:Ignore'>3.<span>&nbsp;&nbsp; </span></span></span><![endif]>Sail<o:p></o:p></p>
<p class=MsoNormal dir=RTL style='text-align:right;direction:rtl;unicode-bidi:embed'><span lang=HE style='font-family:"Arial",sans-serif'>שלום</span><span dir=LTR></span><o:p></o:p></p>
<p class=MsoListParagraph dir=RTL style='margin-right:36.0pt;text-align:right;text-indent:-18.0pt;mso-list:l0 level1 lfo3;direction:rtl;unicode-bidi:embed'><![if !supportLists]><span><span
style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span></span><![endif]><span lang=HE>אחת</span><o:p></o:p></p>
<!--EndFragment--></body></html>`,

  'Word Online': (() => {
    const text = (words: string): string =>
      `<p class="Paragraph SCXW1 BCX0" xml:lang="EN-US" lang="EN-US" paraid="1" paraeid="{a1}{1}" style="margin: 0px; padding: 0px; vertical-align: baseline;"><span data-contrast="auto" xml:lang="EN-US" lang="EN-US" class="TextRun SCXW1 BCX0" style="font-size: 11pt; font-family: Calibri, sans-serif;"><span class="NormalTextRun SCXW1 BCX0">${words}</span></span><span class="EOP SCXW1 BCX0" data-ccp-props="{}" style="font-size: 11pt;">&nbsp;</span></p>`;
    const item = (list: number, at: number, words: string, side = 'Ltr'): string =>
      `<div class="ListContainerWrapper SCXW1 BCX0" style="margin: 0px; padding: 0px;${side === 'Rtl' ? ' direction: rtl;' : ''}"><ol class="NumberListStyle1 SCXW1 BCX0" role="list" start="${at}" style="margin: 0px; list-style-type: decimal;"><li aria-setsize="-1" data-leveltext="%1." data-font="" data-listid="${list}" data-list-defn-props="{&quot;335552541&quot;:0}" data-aria-posinset="${at}" data-aria-level="1" class="OutlineElement ${side} SCXW1 BCX0" style="margin: 0px 0px 0px 24px;">${text(words)}</li></ol></div>`;
    const alone = (words: string, style = ''): string =>
      `<div class="OutlineElement ${style ? 'Rtl' : 'Ltr'} SCXW1 BCX0" style="margin: 0px; ${style}">${text(words)}</div>`;
    return [
      '<meta charset="utf-8">',
      ...[item(1, 1, 'Boots'), item(1, 2, 'Socks'), item(2, 1, 'Fly'), item(2, 2, 'Rest')],
      alone('Then'),
      item(2, 3, 'Sail'),
      alone('שלום', 'direction: rtl;'),
      item(3, 1, 'אחת', 'Rtl'),
    ].join('');
  })(),

  'Google Docs': (() => {
    const item = (words: string, dir = 'ltr'): string =>
      `<li dir="${dir}" style="list-style-type:decimal;font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;" aria-level="1"><p dir="${dir}" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation"><span style="font-size:11pt;color:#000000;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">${words}</span></p></li>`;
    const list = (start: string, ...items: string[]): string =>
      `<ol style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"${start}>${items.join('')}</ol>`;
    const text = (words: string, dir = 'ltr'): string =>
      `<p dir="${dir}" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-weight:400;">${words}</span></p>`;
    return `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">${[
      list('', item('Boots'), item('Socks')),
      list('', item('Fly'), item('Rest')),
      text('Then'),
      list(' start="3"', item('Sail')),
      text('שלום', 'rtl'),
      list('', item('אחת', 'rtl')),
    ].join('')}</b><br class="Apple-interchange-newline">`;
  })(),

  LibreOffice: `<!DOCTYPE html>
<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.2.4.2 (Linux)"/>
<style type="text/css">@page { size: 21cm 29.7cm; margin: 2cm } p { line-height: 115%; margin-bottom: 0.25cm; background: transparent }</style></head>
<body lang="en-US" link="#000080" vlink="#800000" dir="ltr"><ol>
	<li><p style="line-height: 100%; margin-bottom: 0cm">
	Boots</p></li>
	<li><p style="line-height: 100%; margin-bottom: 0cm">
	Socks</p></li>
</ol>
<ol>
	<li><p style="line-height: 100%; margin-bottom: 0cm">
	Fly</p></li>
	<li><p style="line-height: 100%; margin-bottom: 0cm">
	Rest</p></li>
</ol>
<p style="line-height: 100%; margin-bottom: 0cm">Then</p>
<ol start="3">
	<li><p style="line-height: 100%; margin-bottom: 0cm">Sail</p></li>
</ol>
<p dir="rtl" align="right" style="line-height: 100%; margin-bottom: 0cm"><font face="Lohit Devanagari"><span lang="he-IL">שלום</span></font></p>
<ol>
	<li><p dir="rtl" align="right" style="margin-bottom: 0cm">
	<span lang="he-IL">אחת</span></p></li>
</ol>
</body></html>`,
};

/** Lines of code as VS Code copies them. On Windows, every second space of an indentation is a no-break space. */
export function vsCodeHTML(lines: readonly string[], isWindows = false): string {
  const written = lines.map((line) => {
    const [, indent = '', words = ''] = /^( *)(.*)$/.exec(line)!;
    const spaces = isWindows ? indent.replace(/ {2}/g, ' &#160;') : indent;
    const [first = '', rest = ''] = words.split(/(?<=^\S+)(?= )/);
    return line
      ? `<div><span style="color: #3b3b3b;">${spaces}</span><span style="color: #af00db;">${first}</span><span style="color: #3b3b3b;">${rest}</span></div>`
      : '<br>';
  });
  const style =
    "color: #3b3b3b;background-color: #ffffff;font-family: Consolas, 'Courier New', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;";
  return `<meta charset='utf-8'><div style="${style}">${written.join('')}</div>`;
}
