/**
 * Allowed tags and attributes of HTML in data (D13). The browser's and the server's sanitizer share these frozen
 * tables.
 */
const listOf = (text: string): readonly string[] => Object.freeze(text.trim().split(/\s+/));

/** Allowed elements. Other elements are removed, but their content stays. */
export const ALLOWED_TAGS = listOf(`
  a abbr acronym address area article aside audio b bdi bdo big blockquote br button caption center cite code col
  colgroup data datalist dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3
  h4 h5 h6 header hgroup hr i img input ins kbd label legend li main map mark menu meter nav ol optgroup option output p
  picture pre progress q rp rt ruby s samp search section select small source span strike strong sub summary sup table
  tbody td textarea tfoot th thead time tr track tt u ul var video wbr`);

/** Elements that are removed together with their content. */
export const DROPPED_WITH_CONTENT = listOf(`
  annotation-xml applet base desc embed foreignobject frame frameset head iframe link math meta mi mn mo ms mtext noembed
  noframes noscript object param plaintext script style svg template title xmp portal fencedframe`);

/** Allowed attributes, besides `data-*` and `aria-*`. */
export const ALLOWED_ATTRIBUTES = listOf(`
  abbr accept accept-charset accesskey action align alt autocapitalize autocomplete autoplay background bgcolor border
  capture cellpadding cellspacing checked cite class clear color cols colspan compact controls controlslist coords
  crossorigin datetime decoding default dir disabled disablepictureinpicture disableremoteplayback download draggable
  enctype enterkeyhint exportparts face fetchpriority for form formnovalidate headers height hidden high href hreflang id inert
  inputmode itemid itemprop itemref itemscope itemtype kind label lang list loading loop low max maxlength media method
  min minlength multiple muted name nohref noshade novalidate noresize nowrap open optimum part pattern placeholder
  playsinline popover popovertarget popovertargetaction poster preload pubdate radiogroup readonly rel required rev
  reversed role rows rowspan scope selected shape size sizes slot span spellcheck src srclang srcset start step style
  summary tabindex target title translate type usemap valign value width wrap`);

const attributes: ReadonlySet<string> = new Set(ALLOWED_ATTRIBUTES);

/** Whether HTML in data may have an attribute at all. */
export const isAllowedAttribute = (name: string): boolean =>
  attributes.has(name) || /^(?:data|aria)-[\w.:\u00b7-\uffff-]+$/.test(name);
