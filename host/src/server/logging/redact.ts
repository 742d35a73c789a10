/** Removes secrets from a log line, whether they come from a message or a stack. */
export function redact(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  // The password in a connection URL. Greedy, because passwords may contain `@`.
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:@/"]*):[^\s"]*@/gi, '$1:***@'],
  [/\b(AccountKey|SharedAccessSignature|sig)=[^;&\s"\\]+/gi, '$1=***'],
  [/\b(Bearer\s+)[\x21\x23-\x5b\x5d-\x7e]+/gi, '$1***'],
  // Prefix of tokens and sessions. Without `\b`, which does not match after an escaped slash.
  [/feaas_[\w-]{20,}/g, 'feaas_***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ***'],
];
