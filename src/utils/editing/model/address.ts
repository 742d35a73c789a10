/** Addresses as people type them. */

const MAIL = /^[^\s/:?#@]+@[^\s/:?#@]+\.[^\s/:?#@.]+$/;
/** A host by its name, up to where its path begins. */
const HOST =
  /^(?:[a-z0-9\u00a1-\uffff](?:[a-z0-9\u00a1-\uffff-]*[a-z0-9\u00a1-\uffff])?\.)+[a-z\u00a1-\uffff]{2,}(?=$|[:/?#])/i;
/** Endings of files, which would be hosts by their looks. */
const FILE =
  /\.(?:html?|xhtml|php|aspx?|jsp|cgi|pdf|docx?|xlsx?|pptx?|zip|jpe?g|png|gif|svg|webp|avif|mp[34]|txt|csv|xml|json|md|css|js)$/i;

/** What somebody means who leaves out how it begins: `example.com/x` is a site, `a@example.com` is a mailbox. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (MAIL.test(address)) return `mailto:${address}`;
  const host = HOST.exec(address)?.[0];
  return host && (/^www\./i.test(host) || !FILE.test(host)) ? `https://${address}` : address;
}
