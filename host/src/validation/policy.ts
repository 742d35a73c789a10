/** Constants of the markup validation, separate from its code. All names are in lower case. */

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** Elements that are forbidden in any namespace, with the reason. */
export const REFUSED_TAGS: ReadonlyMap<string, string> = new Map([
  ['script', 'a script'],
  ['handler', 'a script'],
  ['listener', 'a script'],
  ['applet', 'a program'],
  ['base', 'it changes what every address of the page means'],
  ['frame', 'it belongs to a page of frames'],
  ['frameset', 'it belongs to a page of frames'],
  ['portal', 'it shows another page without its address'],
  ['fencedframe', 'it shows another page without its address'],
  ['plaintext', 'it turns the rest of the page into text'],
]);

/** Elements of SVG that change attributes of others. */
export const ANIMATIONS = set('set animate animatecolor animatemotion animatetransform');

/** Attributes that an animation must not change, besides event handlers. */
export const NOT_ANIMATED = set('href src srcdoc action formaction data style');

/** Attributes with the values of an animation, separated by semicolons. */
export const ANIMATED_VALUES = set('from to by values');

/** Attributes with one URL, with or without a prefix. */
export const ADDRESSES = set(
  'href src poster data background cite longdesc manifest codebase classid profile usemap lowsrc dynsrc code icon handler base',
);

/** Text that ends an element or comment in some parsers but is part of a value in others. */
export const ENDS =
  /--!?>|\]>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes|template|select)/i;

/** Elements whose content some parsers treat as text and others as markup. */
export const RAW = set('style xmp iframe noembed noframes');
export const MARKUP = /<[a-z/!?]/i;

/** Attributes with URLs separated by white space. */
export const ADDRESS_LISTS = set('ping archive');

/** Attributes with URLs and sizes, separated by commas. */
export const SOURCE_SETS = set('srcset imagesrcset');

/** Attributes with the target of a form's submission. */
export const FORM_TARGETS = set('action formaction');

/** Elements that show another document. Only http and https URLs are allowed. */
export const FRAMES = set('iframe object embed');

/** Attributes with the document's URL, or with its base URL. */
export const FRAME_ADDRESSES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['iframe', set('src')],
  ['embed', set('src code codebase')],
  ['object', set('data classid code codebase archive')],
  ['use', set('href xlink:href')],
  ['tref', set('href xlink:href')],
]);

/** Elements that may show any document of the page's own origin. Plug-ins may not, because they run with its rights. */
export const OWN_FRAMES = set('iframe use tref');

/** Names of `param` elements from which old browsers read the URL of an `object`. */
export const FRAME_PARAMS = set('src movie url data code codebase archive filename');

/** Elements that show a URL as a picture, where nothing runs, so data URLs are allowed. */
export const PICTURES = set('img image source video input');
export const PICTURE_ATTRIBUTES = set('src srcset poster href xlink:href');

/** Schemes allowed in links. Others are rejected, because browsers and extensions may interpret them. */
export const LINK_SCHEMES = set(
  `http https mailto tel sms smsto mms ftp ftps sftp callto cid xmpp matrix geo maps whatsapp skype slack msteams zoommtg
   webcal webcals facetime facetime-audio tg signal viber intent market itms itms-apps bitcoin magnet news nntp irc ircs
   git ssh im sip sips urn about`,
);

/** Schemes that run code, or that show content of the page as a document. */
export const RUNNING_SCHEMES = set(
  'javascript vbscript livescript mocha jscript data blob filesystem view-source jar mhtml file resource chrome',
);

/** Attributes of feaas-* elements with a source. */
export const OWN_ADDRESSES = set('src cdn hostname frontend backend');

/** The default source of the kit's elements. */
export const DEFAULT_CDN = 'https://feaas.blob.core.windows.net';

/** Of these, the source of scripts and the receiver of tokens. */
export const OWN_CODE = set('frontend backend');

/** Attributes that `data-path-*` must not set. */
export const NEVER_BOUND = set('srcdoc data-embed-src http-equiv');

/** Allowed `rel` values of links, none of which runs code. Stylesheets must be of the page's own origin. */
export const LINK_PURPOSES = set('stylesheet preload prefetch preconnect dns-prefetch license author help');

/** Presentation attributes of SVG that may contain `url(…)`. */
export const STYLED = set('style fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end');

/** Elements whose name becomes a property of the document. */
export const NAMED = set('embed form iframe img object');

/** Properties of the document on which the kit and most scripts depend; a named element would shadow them. */
export const DOCUMENT_MEMBERS = set(
  `activeelement addeventlistener adoptednodes adoptedstylesheets adoptnode all append appendchild baseuri body
   childnodes children close contains cookie createcomment createdocumentfragment createelement createelementns
   createevent createrange createtextnode createtreewalker currentscript defaultview dispatchevent doctype
   documentelement documenturi domain elementfrompoint elementsfrompoint embeds execcommand fonts forms getanimations
   getelementbyid getelementsbyclassname getelementsbyname getelementsbytagname getelementsbytagnamens getrootnode
   getselection hasfocus head hidden images implementation importnode insertbefore links location nodename nodetype open
   ownerdocument parentnode prepend queryselector queryselectorall readystate referrer removechild removeeventlistener
   replacechild replacechildren scripts scrollingelement startviewtransition stylesheets title timeline url
   visibilitystate write writeln`,
);
