/** Edit links of the documentation. */
import { type Manifest, readPackages } from '../packages';

/** The manifest of the kit. */
export const manifest = (): Manifest => readPackages()[0]!.manifest;

/** Edit URLs of repository hosts; others need `FEAAS_DOCS_EDIT_URL`. */
const FORMS: readonly (readonly [RegExp, (repository: string) => string])[] = [
  [/^https:\/\/github\.com\/[^/]+\/[^/]+$/, (repository) => `${repository}/edit/main/{file}`],
  [/^https:\/\/gitlab\.com\/.+$/, (repository) => `${repository}/-/edit/main/{file}`],
];

/**
 * The edit URL of a file; undefined if neither `repository` in package.json nor the environment provides it.
 * @param pattern URL with `{file}` in place of the path
 */
export function editUrl(
  file: string,
  { repository }: Pick<Manifest, 'repository'>,
  pattern = process.env['FEAAS_DOCS_EDIT_URL'],
): string | undefined {
  if (pattern !== undefined && !pattern.includes('{file}'))
    throw new Error(`FEAAS_DOCS_EDIT_URL is '${pattern}'. It needs {file} in place of the path of the file.`);
  const url = typeof repository === 'object' ? repository.url : repository;
  const address = url
    ?.replace(/^github:/, 'https://github.com/')
    .replace(/^git\+|\.git$/g, '')
    .replace(/^([\w-]+\/[\w.-]+)$/, 'https://github.com/$1');
  const form = FORMS.find(([hostPattern]) => hostPattern.test(address ?? ''));
  const found = pattern ?? form?.[1](address!);
  return found?.replace('{file}', file.split('/').map(encodeURIComponent).join('/'));
}
