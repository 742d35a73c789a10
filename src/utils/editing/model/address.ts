/** Addresses as users type them. */

const MAIL = /^[^\s/:?#@]+@[^\s/:?#@]+\.[^\s/:?#@.]+$/;
/** A host name, up to the beginning of the path. */
const HOST =
  /^(?:[a-z0-9\u00a1-\uffff](?:[a-z0-9\u00a1-\uffff-]*[a-z0-9\u00a1-\uffff])?\.)+[a-z\u00a1-\uffff]{2,}(?=$|[:/?#])/i;
/** File extensions, which look like top-level domains. */
const FILE =
  /\.(?:html?|xhtml|php|aspx?|jsp|cgi|pdf|docx?|xlsx?|pptx?|zip|jpe?g|png|gif|svg|webp|avif|mp[34]|txt|csv|xml|json|md|css|js)$/i;

/** Completes an address without a scheme: `example.com/x` is a site, `a@example.com` is a mailbox. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (MAIL.test(address)) return `mailto:${address}`;
  const host = HOST.exec(address)?.[0];
  return host && (/^www\./i.test(host) || !FILE.test(host)) ? `https://${address}` : address;
}

/** Whether an address is valid: `http://` has no host, and browsers can not parse `https://a b`. */
export function isCompleteAddress(address: string): boolean {
  if (!/^(?:https?:|[\\/]{2})/i.test(address)) return true;
  try {
    return !!new URL(address.replace(/^[\\/]{2}/, 'https://')).host;
  } catch {
    return false;
  }
}
