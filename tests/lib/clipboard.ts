/** What programs put into the clipboard as HTML, written after what they do. */

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
