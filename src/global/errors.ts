/** The specification's error catalog (§5, §8), with its exact messages; `name` is the kind of error. */
export interface ErrorDetails {
  /** The underlying error, response or value. */
  cause?: unknown;
  /** HTTP status, if there was a response. */
  status?: number;
  /** The requested URL. */
  url?: string;
}

export class FeaasError extends Error {
  readonly status?: number;
  readonly url?: string;
  constructor(name: string, message: string, { cause, ...rest }: ErrorDetails = {}) {
    super(message, { cause });
    Object.assign(this, { name }, rest);
  }
}

/** Defines the error class for one message. */
const defineError = (name: string, message: string) =>
  class extends FeaasError {
    constructor(details?: ErrorDetails) {
      super(name, message, details);
    }
  };

/** An invalid source string (§5); `cause` is the source. */
export class SourceParseError extends defineError('SourceParseError', 'Could not parse FEAAS Component source') {
  constructor(source: unknown) {
    super({ cause: source });
  }
}
/** A response that is not OK, or a missing response (§8). */
export class FetchFailedError extends defineError('FetchFailedError', 'Fetch failed') {}
/** A response for a deleted resource, or with a wrong content type (§8, S5). */
export class InvalidResponseError extends defineError('InvalidResponseError', 'Response is not valid') {}
/** A source without library or component (§5). */
export class MissingSourceError extends defineError(
  'MissingSourceError',
  'Component requires `library` and `component` properties',
) {}
/** Neither the fork nor the original can be loaded (§8, S4). */
export class ComponentFetchError extends defineError('ComponentFetchError', 'Can not fetch component') {}
