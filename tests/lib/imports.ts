/** Reads the imports and declarations of source files. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Files with computed imports: they load a script of the frontend host by its URL. */
const BY_URL = ['src/utils/frontend/load.ts', 'frontend/src/thumbnails/fallback.ts'];

/** Returns the specifiers of static and dynamic imports, re-exports, and import types. */
export function importsOf(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    let specifier: ts.Node | undefined;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) specifier = node.moduleSpecifier;
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      specifier = node.arguments[0];
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) specifier = node.argument.literal;
    if (specifier && (!BY_URL.includes(path) || ts.isStringLiteral(specifier))) {
      assert.ok(ts.isStringLiteral(specifier), `${path}: an import that is computed can not be checked`);
      found.push(specifier.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

/** Resolves a relative specifier to a known file; undefined for other files (styles, generated files). */
export function resolveImport(path: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const base = join(dirname(path), specifier.replace(/\.js$/, ''));
  return [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((each) => known.has(each));
}

/** Returns the names of a file's types, exported or not, and of its exported functions and variables. */
export function declaredNames(path: string, text: string): string[] {
  const isExported = (node: ts.Node): boolean =>
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements.flatMap((node) => {
    if (
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node)
    )
      return node.name ? [node.name.text] : [];
    if (!isExported(node)) return [];
    if (ts.isFunctionDeclaration(node)) return node.name ? [node.name.text] : [];
    if (!ts.isVariableStatement(node)) return [];
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  });
}
