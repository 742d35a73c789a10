/** Formats a JSON log line for people: `12:30:01 warn  message key=value`, followed by the stack. */
export function formatLine(line: string): { readonly text: string; readonly problem: boolean } {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const fields = Object.entries(rest).map(([key, value]) => ` ${key}=${valueOf(value)}`);
  const stack = (err as { stack?: string } | undefined)?.stack;
  const firstLine = `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg ?? '')}${fields.join('')}`;
  return { text: `${firstLine}\n${stack ? `${stack}\n` : ''}`, problem: level === 'warn' || level === 'error' };
}

const valueOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
