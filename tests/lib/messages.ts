/** Extracts messages from source code: texts that are logged, thrown or sent as errors, with their files. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A message; `…` stands for values at run time. */
export interface Message {
  readonly file: string;
  readonly text: string;
}

/** Names of functions and methods whose arguments are messages for developers, operators or editors. */
const MESSAGE_FUNCTIONS =
  /^(?:warnOnce|logError|log|tell|warn|error|problem|refuse|report|defineError|throwOperationError|badInput)$/;
/** Names of error classes. In subclasses the message is an argument of `super`. */
const ERROR_CLASSES =
  /(?:Error|Problem|Refusal|Refused|TooMuch|BadInput|Missing|Forbidden|Unauthenticated|NotFound|Unavailable)$/;
/** Matches string literals that are not messages: names of errors, codes, tags. */
const IS_NAME = /^(?:[A-Z][A-Za-z]*|[A-Z_]+|[a-z-]+|…|)$/;

/** The possible texts of an expression: literals unchanged, everything else as `…`. A conditional has the texts of both branches. */
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
 * Returns the messages of one source text.
 * @param calls names of functions whose arguments are messages
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

/** Returns the visible texts in the script of a page: literals of several words that begin with a capital letter. */
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

/** Returns the messages of the folders, sorted by file. */
export const messagesIn = (root: string, folders: readonly string[], calls = MESSAGE_FUNCTIONS): Message[] =>
  readIn(root, folders, (file, source) => messagesOf(file, source, calls));

/** Returns the visible texts of pages whose scripts are in the folders. */
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
