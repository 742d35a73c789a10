/** Messages of the code, read out of its syntax: what is logged, thrown or refused, by the file that says it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A message; what is put in at run time is `…`. */
export interface Message {
  readonly file: string;
  readonly text: string;
}

/** Functions and methods whose text is for a developer, an operator or an editor to read. */
const MESSAGE_FUNCTIONS =
  /^(?:warnOnce|logError|log|tell|warn|error|problem|refuse|report|defineError|throwOperationError|badInput)$/;
/** Classes of failures; of what extends them the constructor's `super` says the text. */
const ERROR_CLASSES =
  /(?:Error|Problem|Refusal|Refused|TooMuch|BadInput|Missing|Forbidden|Unauthenticated|NotFound|Unavailable)$/;
/** What is between quotes and is no message: names of errors, codes, tags. */
const IS_NAME = /^(?:[A-Z][A-Za-z]*|[A-Z_]+|[a-z-]+|…|)$/;

/** The text of an expression: literals as they are, everything else as `…`. Choices give each of their texts. */
function textsOf(node: ts.Expression): string[] {
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  }
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const ends = textsOf(node.right);
    return textsOf(node.left).flatMap((start) => ends.map((end) => start + end));
  }
  return ['…'];
}

const nameOf = (node: ts.Expression): string =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';

function isMessage(node: ts.Node, calls: RegExp): node is ts.CallExpression | ts.NewExpression {
  if (ts.isNewExpression(node)) return ERROR_CLASSES.test(nameOf(node.expression));
  if (!ts.isCallExpression(node)) return false;
  return node.expression.kind === ts.SyntaxKind.SuperKeyword || calls.test(nameOf(node.expression));
}

/**
 * The messages of one source text.
 * @param calls names of functions whose texts are messages
 */
export function messagesOf(file: string, source: string, calls = MESSAGE_FUNCTIONS): Message[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (isMessage(node, calls)) {
      for (const argument of node.arguments ?? []) {
        for (const text of textsOf(argument).map((each) => each.replace(/…+/g, '…')))
          if (!IS_NAME.test(text) && /[A-Za-z]{2} |[a-z]…/.test(text)) found.add(text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return [...found].map((text) => ({ file, text }));
}

/** Texts of a page's script that people read: they have several words, and begin with a capital letter. */
function pageTextsOf(file: string, source: string): Message[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      for (const text of textsOf(node)) if (/^(?:[A-Z]|…).* .*[a-z]/.test(text) && !/[<{=]/.test(text)) found.add(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return [...found].map((text) => ({ file, text }));
}

/** The messages of the folders, sorted by file. */
export const messagesIn = (root: string, folders: readonly string[], calls = MESSAGE_FUNCTIONS): Message[] =>
  readIn(root, folders, (file, source) => messagesOf(file, source, calls));

/** The texts of the pages whose scripts are in the folders. */
export const pageTextsIn = (root: string, folders: readonly string[]): Message[] => readIn(root, folders, pageTextsOf);

const readIn = (
  root: string,
  folders: readonly string[],
  read: (file: string, source: string) => Message[],
): Message[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(?:d|test|spec)\.tsx?$|generated/.test(path))
      .sort()
      .flatMap((path) => read(`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8'))),
  );
