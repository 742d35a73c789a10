/** Where the documentation is edited. */
import { type Manifest, readPackages } from '../packages';

/** That of the kit. */
export const manifest = (): Manifest => readPackages()[0]!.manifest;

/** How hosts of repositories name the form that changes a file; others need `FEAAS_DOCS_EDIT_URL`. */
const FORMS: readonly (readonly [RegExp, (repository: string) => string])[] = [
  [/^https:\/\/github\.com\/[^/]+\/[^/]+$/, (repository) => `${repository}/edit/main/{file}`],
  [/^https:\/\/gitlab\.com\/.+$/, (repository) => `${repository}/-/edit/main/{file}`],
];

/**
 * The address that edits a file; undefined where neither `repository` of package.json nor the environment says it.
 * @param pattern the address, with `{file}` in place of the path
 */
export function editUrl(
  file: string,
  { repository }: Pick<Manifest, 'repository'>,
  pattern = process.env['FEAAS_DOCS_EDIT_URL'],
): string | undefined {
  if (pattern !== undefined && !pattern.includes('{file}'))
    throw new Error(`FEAAS_DOCS_EDIT_URL is '${pattern}'. It needs {file} in place of the path of the file.`);
  const given = typeof repository === 'object' ? repository.url : repository;
  const address = given
    ?.replace(/^github:/, 'https://github.com/')
    .replace(/^git\+|\.git$/g, '')
    .replace(/^([\w-]+\/[\w.-]+)$/, 'https://github.com/$1');
  const form = FORMS.find(([known]) => known.test(address ?? ''));
  const found = pattern ?? form?.[1](address!);
  return found?.replace('{file}', file.split('/').map(encodeURIComponent).join('/'));
}
