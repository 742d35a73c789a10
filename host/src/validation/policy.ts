/** Security data of the view check, frozen, apart from the code that asks. All names in lower case. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Elements that no view may hold, in any namespace, with the reason. */
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

/** Attributes that an animation must not change; event handlers besides. */
export const NOT_ANIMATED = set('href src srcdoc action formaction data style');

/** Attributes that hold the values of an animation, separated by semicolons. */
export const ANIMATED_VALUES = set('from to by values');

/** Attributes with one address, with or without a prefix. */
export const ADDRESSES = set(
  'href src poster data background cite longdesc manifest codebase classid profile usemap lowsrc dynsrc code icon handler base',
);

/** What ends an element or comment in one reading and is part of a value in another, where parsers differ. */
export const ENDS =
  /--!?>|\]>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes|template|select)/i;

/** Elements whose content is text for some parsers, in some places, and markup for others. */
export const RAW = set('style xmp iframe noembed noframes');
export const MARKUP = /<[a-z/!?]/i;

/** Attributes with addresses separated by white space. */
export const ADDRESS_LISTS = set('ping archive');

/** Attributes with addresses and sizes, separated by commas. */
export const SOURCE_SETS = set('srcset imagesrcset');

/** Where a form sends what was typed. */
export const FORM_TARGETS = set('action formaction');

/** Elements that show another document: only one that is fetched. */
export const FRAMES = set('iframe object embed');

/** Attributes that name the document, or what its address is relative to. */
export const FRAME_ADDRESSES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['iframe', set('src')],
  ['embed', set('src code codebase')],
  ['object', set('data classid code codebase archive')],
  ['use', set('href xlink:href')],
  ['tref', set('href xlink:href')],
]);

/** Of these elements, those that may show any document of the page's own origin: plug-ins run with its rights. */
export const OWN_FRAMES = set('iframe use tref');

/** Names of the `param` elements that old browsers took the address of an `object` from. */
export const FRAME_PARAMS = set('src movie url data code codebase archive filename');

/** Elements that show an address as a picture, which runs nothing: it may stand in the address itself. */
export const PICTURES = set('img image source video input');
export const PICTURE_ATTRIBUTES = set('src srcset poster href xlink:href');

/** Schemes of links; what is not here is refused, since browsers and their add-ons give meaning to others. */
export const LINK_SCHEMES = set(
  `http https mailto tel sms smsto mms ftp ftps sftp callto cid xmpp matrix geo maps whatsapp skype slack msteams zoommtg
   webcal webcals facetime facetime-audio tg signal viber intent market itms itms-apps bitcoin magnet news nntp irc ircs
   git ssh im sip sips urn urn about`,
);

/** Schemes that run code, or show what was written in the page as a document. */
export const RUNNING_SCHEMES = set(
  'javascript vbscript livescript mocha jscript data blob filesystem view-source jar mhtml file resource chrome',
);

/** Attributes of feaas-* elements that say where something is loaded from. */
export const OWN_ADDRESSES = set('src cdn hostname frontend backend');

/** Where the kit's elements load from without any of these. */
export const DEFAULT_CDN = 'https://feaas.blob.core.windows.net';

/** Of these, where scripts come from and tokens go to. */
export const OWN_CODE = set('frontend backend');

/** Attributes that `data-path-*` must not set. */
export const NEVER_BOUND = set('srcdoc data-embed-src http-equiv');

/** What a link element may be for: nothing that runs. Stylesheets come from the page's own origin only. */
export const LINK_PURPOSES = set('stylesheet preload prefetch preconnect dns-prefetch license author help');

/** Presentation attributes of SVG that may hold `url(…)`. */
export const STYLED = set('style fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end');

/** Elements whose name becomes a member of the document. */
export const NAMED = set('embed form iframe img object');

/** Members of the document that the kit and most scripts rely on; a named element would hide them. */
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
