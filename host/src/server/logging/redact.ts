/** Takes out of a line of the log what must not be read there, whichever message or stack it came in by. */
export function redact(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  // The password of a connection URL; greedy, since passwords hold `@` as well.
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:@/"]*):[^\s"]*@/gi, '$1:***@'],
  [/\b(AccountKey|SharedAccessSignature|sig)=[^;&\s"\\]+/gi, '$1=***'],
  [/\b(Bearer\s+)[\x21\x23-\x5b\x5d-\x7e]+/gi, '$1***'],
  // Tokens and sessions begin so.
  // With an escaped slash before it there is no word that begins.
  [/feaas_[\w-]{20,}/g, 'feaas_***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ***'],
];
