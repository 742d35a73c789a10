import { monotonicClock } from '../../lib/clock.js';
import { HostError } from '../../lib/host-error.js';
import type { Log } from '../../lib/log.js';
import { enableTracing } from '../../lib/tracing.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Minimum milliseconds between warnings about spans that cannot be sent. */
const REPORT_INTERVAL = 600_000;

/**
 * Sends spans to a collector if the standard variables of OpenTelemetry enable it: `OTEL_EXPORTER_OTLP_ENDPOINT`, or
 * `OTEL_TRACES_EXPORTER=otlp`. Only then the SDK is loaded, which reads the other variables.
 * @returns a function that sends the remaining spans and stops
 * @throws HostError for an unsupported exporter or protocol
 */
export async function startTracing(environment: Variables, log: Log): Promise<() => Promise<void>> {
  if (!isEnabled(environment)) return async () => {};
  const [{ diag, DiagLogLevel }, { BatchSpanProcessor, NodeTracerProvider }, resources, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
    ]);
  diag.setLogger(reporter(log), { logLevel: DiagLogLevel.WARN });
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'feaas-host' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  enableTracing();
  return () =>
    provider
      .shutdown()
      .catch((error: unknown) =>
        log.warn(`could not send the last spans. Check OTEL_EXPORTER_OTLP_ENDPOINT: ${(error as Error).message}`),
      );
}

/** @throws HostError */
function isEnabled(environment: Variables): boolean {
  const {
    OTEL_SDK_DISABLED: disabled,
    OTEL_TRACES_EXPORTER: exporter,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint = endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: tracesProtocol = protocol,
  } = environment;
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  if (exporter && exporter !== 'otlp') {
    throw new HostError(`OTEL_TRACES_EXPORTER is '${exporter}'; use 'otlp' or 'none'.`);
  }
  if (!exporter && !tracesEndpoint) return false;
  if (tracesProtocol && tracesProtocol !== 'http/protobuf') {
    throw new HostError(
      `OTEL_EXPORTER_OTLP_PROTOCOL is '${tracesProtocol}'; use 'http/protobuf', with port 4318 of most collectors.`,
    );
  }
  return true;
}

/** Logs warnings of the SDK at a limited rate, because an unavailable collector would cause one every few seconds. */
function reporter(log: Log) {
  let lastWarning = -Infinity;
  const warn = (message: string): void => {
    const now = monotonicClock();
    if (now - lastWarning < REPORT_INTERVAL) return;
    lastWarning = now;
    log.warn(`tracing: ${message}`);
  };
  return { error: warn, warn, info() {}, debug() {}, verbose() {} };
}
