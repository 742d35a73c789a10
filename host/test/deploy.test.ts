/** The files in deploy/ are valid by the schemas of their formats, and consistent with the host. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { load, loadAll } from 'js-yaml';
import { packagesIn } from '../../scripts/folders';
import { cronPattern } from '../src/config/values.js';
import { readSettings } from '../src/config/read-settings.js';
import { SETTINGS } from '../src/config/settings-table.js';
import type { Setting } from '../src/lib/setting.js';
import { createMetrics } from '../src/server/metrics/metrics.js';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(`${ROOT}deploy/${path}`, 'utf8');
const { version } = JSON.parse(readFileSync(`${ROOT}host/package.json`, 'utf8')) as { version: string };
const dockerfile = readFileSync(`${ROOT}host/Dockerfile`, 'utf8');

interface Checks {
  resourceProblem(resource: object): Promise<string | undefined>;
  composeProblems(file: object): readonly string[];
  isPromql(expression: string): boolean;
  helm(): (...args: readonly string[]) => Promise<{ code: number; out: string }>;
}
let checks: Checks;
before(async () => {
  packagesIn('tests/deploy');
  checks = (await import('../../tests/deploy/checks' as string)) as Checks;
});

const VARIABLES: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ variable }): string => variable));

/** The settings of an environment, which must cause no warning. */
function settingsOf(environment: Readonly<Record<string, string>>) {
  for (const name of Object.keys(environment)) assert.ok(VARIABLES.has(name), `${name} is no setting of the host`);
  const { settings, warnings } = readSettings({ flags: {}, environment, file: {}, folder: '/app' });
  assert.deepEqual(warnings, []);
  return settings;
}

/** Milliseconds that a stop may take after the drain: for responses, then for publications. */
const STOP_SECONDS = 5 + 10;

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number };
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string }[];
}
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  // The object as in the file; each check names its expectation.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly spec?: any;
}

/** Checks of the resources, for manifests and for the chart. */
async function checkResources(resources: readonly Resource[], secret: Resource, image: string): Promise<void> {
  for (const resource of [...resources, secret])
    assert.equal(await checks.resourceProblem(resource), undefined, `${resource.kind} ${resource.metadata.name}`);
  const of = (kind: string): Resource => {
    const found = resources.filter((resource) => resource.kind === kind);
    assert.equal(found.length, 1, kind);
    return found[0]!;
  };
  const kinds = ['Deployment', 'Service', 'Ingress', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy'];
  for (const kind of [...kinds, 'ConfigMap', 'CronJob', 'PersistentVolumeClaim']) of(kind);

  const config = of('ConfigMap');
  const settings = settingsOf({ ...config.data!, ...secret.stringData! });
  assert.equal(settings.environment, 'production');
  assert.ok(settings.databaseUrl, 'several hosts need PostgreSQL');
  assert.equal(settings.storage.driver, 's3');

  const deployment = of('Deployment').spec as {
    template: { metadata: { labels: Record<string, string> }; spec: Pod };
    selector: { matchLabels: Record<string, string> };
  };
  const pod = deployment.template.spec;
  const [host] = pod.containers;
  const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]);
  assert.deepEqual(host.ports, [{ name: 'http', containerPort: port }]);
  assert.ok(pod.terminationGracePeriodSeconds! > settings.drainSeconds + STOP_SECONDS, 'a stop has its time');
  const paths = [host.startupProbe, host.readinessProbe, host.livenessProbe].map((probe) => probe!.httpGet);
  assert.deepEqual(
    paths,
    ['/healthz', '/readyz', '/healthz'].map((path) => ({ path, port: 'http' })),
  );

  const job = of('CronJob').spec as { schedule: string; jobTemplate: { spec: { template: { spec: Pod } } } };
  cronPattern(job.schedule, 'schedule');
  const backupPod = job.jobTemplate.spec.template.spec;
  const [backup] = backupPod.containers;
  assert.deepEqual(backup.args, ['node', 'host/dist/cli.js', 'backup']);
  const { folder, keep } = settingsOf(Object.fromEntries(backup.env!.map(({ name, value }) => [name, value]))).backup;
  assert.ok(backup.volumeMounts.some(({ mountPath }) => mountPath === folder));
  assert.equal(keep, 7);

  const data = /FEAAS_DATA=(\S+)/.exec(dockerfile)![1];
  for (const { containers, securityContext, automountServiceAccountToken, volumes } of [pod, backupPod]) {
    const [container] = containers;
    assert.equal(container.image, image);
    assert.deepEqual([securityContext.runAsNonRoot, securityContext.runAsUser], [true, 1000], 'the user `node`');
    assert.equal(automountServiceAccountToken, false);
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const path of [data, '/tmp']) assert.ok(container.volumeMounts.some(({ mountPath }) => mountPath === path));
    const mounted = container.volumeMounts.map(({ name }) => name).sort();
    assert.deepEqual(volumes.map(({ name }) => name).sort(), mounted);
  }

  // Selectors match the pods of the Deployment, not those of backups.
  const { labels } = deployment.template.metadata;
  const isSelected = (selector: Record<string, string>, by: Record<string, string>): boolean =>
    Object.entries(selector).every(([name, value]) => by[name] === value);
  for (const selector of [
    deployment.selector.matchLabels,
    of('Service').spec.selector,
    of('PodDisruptionBudget').spec.selector.matchLabels,
    of('NetworkPolicy').spec.podSelector.matchLabels,
  ])
    assert.ok(isSelected(selector as Record<string, string>, labels), JSON.stringify(selector));
  const service = of('Service');
  assert.equal(service.spec.selector['app.kubernetes.io/component'], 'host');
  assert.equal(service.spec.ports[0].targetPort, 'http');
  const backend = of('Ingress').spec.rules[0].http.paths[0].backend.service;
  assert.deepEqual(backend, { name: service.metadata.name, port: { name: 'http' } });
  assert.equal(of('HorizontalPodAutoscaler').spec.scaleTargetRef.name, of('Deployment').metadata.name);
  const claim = (backupPod.volumes as readonly { persistentVolumeClaim?: { claimName: string } }[]).flatMap(
    ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
  );
  assert.deepEqual(claim, [of('PersistentVolumeClaim').metadata.name]);
}

const secretExample = (): Resource => load(read('kubernetes/secret.example.yaml')) as Resource;

test('the Kubernetes manifests are valid, and consistent with each other and with the host', async () => {
  const kustomization = load(read('kubernetes/kustomization.yaml')) as {
    resources: string[];
    images: { name: string; newTag: string }[];
  };
  const files = readdirSync(`${ROOT}deploy/kubernetes`).filter((name) => !/^(?:kustomization|secret)/.test(name));
  assert.deepEqual([...files, 'secret.yaml'].sort(), [...kustomization.resources].sort());
  assert.deepEqual(
    kustomization.images.map(({ name, newTag }) => [name, newTag]),
    [['feaas-host', version]],
  );
  const resources = files.flatMap((name) => loadAll(read(`kubernetes/${name}`)) as Resource[]);
  await checkResources(resources, secretExample(), 'feaas-host');

  // The check detects errors.
  const deployment = resources.find(({ kind }) => kind === 'Deployment')!;
  const broken = structuredClone(deployment) as { spec: { template: { spec: Pod } } };
  (broken.spec.template.spec.containers[0] as { image: unknown }).image = 1;
  assert.match((await checks.resourceProblem(broken))!, /image/);
  assert.throws(() => settingsOf({ FEAAS_STORAGES: 's3://x' }), /FEAAS_STORAGES is no setting/);
});

test('the chart passes the linter of Helm, and its rendered manifests are valid and consistent with the host', async () => {
  const helm = checks.helm();
  const chart = `${ROOT}deploy/helm/feaas-host`;
  const { version: chartVersion, appVersion } = load(read('helm/feaas-host/Chart.yaml')) as Record<string, string>;
  assert.deepEqual([chartVersion, appVersion], [version, version]);
  const linted = await helm('lint', '--strict', chart);
  assert.equal(linted.code, 0, linted.out);
  const render = async (...args: string[]) => helm('template', 'mine', chart, '--set', 'ingress.enabled=true', ...args);
  const rendered = await render();
  assert.equal(rendered.code, 0, rendered.out);
  const resources = (loadAll(rendered.out) as (Resource | null)[]).filter((each) => each !== null);
  await checkResources(resources, secretExample(), `registry.example/feaas-host:${version}`);

  const less = await render(
    '--set',
    'backup.enabled=false,networkPolicy.enabled=false',
    '--set',
    'ingress.tlsSecret=tls',
  );
  const kinds = (loadAll(less.out) as Resource[]).map(({ kind }) => kind);
  for (const kind of ['CronJob', 'NetworkPolicy', 'PersistentVolumeClaim']) assert.ok(!kinds.includes(kind), kind);

  const schema = JSON.parse(read('helm/feaas-host/values.schema.json')) as {
    properties: { env: { propertyNames: { not: { enum: readonly string[] } } } };
  };
  // Secrets have no flag.
  const secrets = Object.values<Setting<unknown>>(SETTINGS).filter(({ redact, flag }) => redact && !flag);
  assert.deepEqual(
    [...schema.properties.env.propertyNames.not.enum].sort(),
    secrets.map(({ variable }) => variable).sort(),
  );

  // An invalid value, and a secret among the values, which every reader of the release could see.
  for (const [value, expected] of [
    ['autoscaling.maxReplicas=many', /maxReplicas/],
    ['replicas=3', /additional properties? 'replicas' not allowed/],
    ['env.DATABASE_URL=postgres://x', /DATABASE_URL/],
  ] as const) {
    const refused = await render('--set-string', value);
    assert.notEqual(refused.code, 0, value);
    assert.match(refused.out, expected);
  }
});

test('the Compose file is valid, and the settings, stores and proxy of its hosts are consistent', () => {
  const compose = load(read('compose.yaml')) as {
    services: Record<
      string,
      {
        image: string;
        environment?: Record<string, string>;
        volumes?: string[];
        networks?: string[];
        depends_on?: object;
        read_only?: boolean;
        ports?: string[];
        stop_grace_period?: string;
        build?: { dockerfile: string };
        deploy?: { replicas: number };
      }
    >;
    volumes: object;
    networks: object;
  };
  assert.deepEqual(checks.composeProblems(compose), []);
  assert.notDeepEqual(checks.composeProblems({ services: { host: { image: 1 } } }), []);
  const { services } = compose;
  for (const [name, { image, volumes = [], networks = [], depends_on = {} }] of Object.entries(services)) {
    assert.match(image, /:[^:]*\d/, `${name} has a fixed version`);
    for (const volume of volumes) {
      const [from] = volume.split(':');
      if (from!.startsWith('./')) assert.ok(existsSync(`${ROOT}deploy/${from}`), from);
      else assert.ok(from! in compose.volumes, from);
    }
    for (const network of networks) assert.ok(network in compose.networks, network);
    for (const other of Object.keys(depends_on)) assert.ok(services[other], other);
  }
  const host = services['host']!;
  assert.equal(host.image, `feaas-host:${version}`);
  assert.ok(existsSync(`${ROOT}${host.build!.dockerfile}`));
  assert.equal(host.read_only, true);
  assert.ok(host.deploy!.replicas > 1);
  const environment = Object.entries(host.environment!).map(([name, text]) => [
    name,
    text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, variable: string, kind: string, rest: string) =>
      kind === '?' ? `a-${variable}-of-some-length` : rest,
    ),
  ]);
  const settings = settingsOf(Object.fromEntries(environment) as Record<string, string>);
  assert.equal(settings.storage.driver, 's3');
  assert.ok(host.volumes!.includes(`backups:${settings.backup.folder}`));
  assert.ok(Number.parseInt(host.stop_grace_period!) > settings.drainSeconds + STOP_SECONDS);
  assert.deepEqual(
    Object.entries(services).flatMap(([name, { ports }]) => (ports ? [name] : [])),
    ['proxy'],
  );
  assert.match(read('nginx.conf'), /server host:3333 /);
  assert.match(read('nginx.conf'), /proxy_set_header X-Forwarded-For \$remote_addr;/);
});

/** All metrics with their labels, from a registry with every metric. */
async function metricsOfHost(): Promise<Map<string, Set<string>>> {
  const metrics = createMetrics({
    outbox: async () => ({ length: 0, oldest: undefined }),
    pools: () => [],
    removedRevisions: () => 0,
    webhookDeliveries: async () => ({}),
    purges: { state: async () => ({ length: 0, oldest: undefined }), requests: () => ({ accepted: 0, failed: 0 }) },
    backups: () => ({ last: undefined, failures: 0 }),
    caches: {},
  });
  const known = new Map<string, Set<string>>();
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const { name, type, labelNames = [] } = metric as unknown as { name: string; type: string; labelNames?: string[] };
    const kind = metrics.registry.getSingleMetric(name)!.constructor.name;
    assert.ok(kind, type);
    for (const suffix of kind === 'Histogram' ? ['_bucket', '_sum', '_count'] : [''])
      known.set(name + suffix, new Set([...labelNames, ...(suffix === '_bucket' ? ['le'] : [])]));
  }
  return known;
}

/** Labels that Prometheus adds itself. */
const ADDED = ['job', 'instance'];
/** Metrics of Prometheus and of kube-state-metrics. */
const FOREIGN_METRICS = new Map([
  ['up', new Set<string>()],
  ['kube_cronjob_status_last_successful_time', new Set(['namespace', 'cronjob'])],
]);

/** Returns the metrics and labels in an expression that do not exist. */
function unknownMetrics(expression: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const wrong: string[] = [];
  const all = new Map([...known, ...FOREIGN_METRICS]);
  const labels = new Set<string>();
  for (const [, name, selector = ''] of expression.matchAll(
    /\b((?:feaas|nodejs|process|kube)_\w+|up)\b(?:\{([^}]*)\})?/g,
  )) {
    const its = all.get(name!);
    if (!its) {
      wrong.push(name!);
      continue;
    }
    for (const label of its) labels.add(label);
    for (const [, label] of selector.matchAll(/(\w+)\s*[=!]~?"/g))
      if (!its.has(label!) && !ADDED.includes(label!)) wrong.push(`${name}{${label}}`);
  }
  for (const [, list] of expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g))
    for (const label of list!.split(',').map((each) => each.trim()))
      if (!labels.has(label) && !ADDED.includes(label)) wrong.push(`by (${label})`);
  return wrong;
}

test('the alert rules are valid PromQL and use metrics and labels of the host', async () => {
  const { groups } = load(read('prometheus/alerts.yaml')) as {
    groups: {
      rules: { alert: string; expr: string; for?: string; labels: object; annotations: Record<string, string> }[];
    }[];
  };
  const known = await metricsOfHost();
  const rules = groups.flatMap((group) => group.rules);
  assert.ok(rules.length >= 10);
  for (const { alert, expr, annotations, ...rule } of rules) {
    assert.deepEqual(
      Object.keys(rule).filter((key) => key !== 'for' && key !== 'labels'),
      [],
      alert,
    );
    assert.match(String(rule.for ?? '0s'), /^\d+[smhd]$/, alert);
    assert.ok(checks.isPromql(expr), alert);
    assert.deepEqual(unknownMetrics(expr, known), [], alert);
    assert.ok(annotations['summary'] && annotations['description'], alert);
  }
  assert.ok(!checks.isPromql('sum by (x (rate(a[5m]))'));
  assert.deepEqual(unknownMetrics('sum by (colour) (feaas_requests_total{size="1"}) / feaas_requests', known), [
    'feaas_requests_total{size}',
    'feaas_requests',
    'by (colour)',
  ]);
});

test('the dashboard uses metrics and labels of the host, and its panels do not overlap', async () => {
  interface Panel {
    id: number;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string; legendFormat: string }[];
  }
  const { panels, templating } = JSON.parse(read('grafana/dashboard.json')) as {
    panels: Panel[];
    templating: { list: { name: string }[] };
  };
  const known = await metricsOfHost();
  const variables = new Set([...templating.list.map(({ name }) => name), '__rate_interval']);
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const { title, targets } of panels) {
    assert.ok(targets.length > 0, title);
    for (const { expr } of targets) {
      for (const [, variable] of expr.matchAll(/\$(\w+)/g))
        assert.ok(variables.has(variable!), `${title}: ${variable}`);
      assert.ok(checks.isPromql(expr), `${title}: ${expr}`);
      assert.deepEqual(unknownMetrics(expr, known), [], `${title}: ${expr}`);
    }
  }
  const cells = new Set<string>();
  for (const { title, gridPos } of panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(!cells.has(`${x},${y}`), `${title} covers another panel`);
        cells.add(`${x},${y}`);
      }
  }
  // Every metric of the host itself is on the dashboard.
  const text = read('grafana/dashboard.json');
  for (const name of known.keys()) {
    if (!name.startsWith('feaas_') || /_(?:sum|count)$/.test(name)) continue;
    assert.ok(text.includes(name), `${name} is on no panel`);
  }
});
