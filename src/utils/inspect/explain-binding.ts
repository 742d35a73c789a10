/** The outcome of a binding's value: shown, changed, refused, or replaced because it is missing (D5-D9, D13). */
import { formatDate } from '../data/date';
import { readValue } from '../path/lookup';
import type { AttributeBinding, BoundElement, Content } from '../template/analyze';
import { attributesObject, isKept, isShown, objectText, readThrough } from '../template/attribute-values';
import { contentOf } from '../template/content';
import type { RenderFrame } from '../template/environment';
import { refusal } from '../template/policy';
import { attribute } from '../template/source-node';
import type { BindingReport, SanitizerChange, Outcome } from './types';
import { htmlOf, sanitizerReport } from './sanitizer-report';
import { trace } from './trace';

/** A finding without its position. */
export type BindingResult = Omit<BindingReport, 'nodes' | 'positions' | 'inserted' | 'binding'>;

/** Explains the binding of an element's content. */
export function explainContentBinding(content: Content, frame: RenderFrame, node: Element): BindingResult {
  const { binding, placeholder, owner, context } = content;
  const value = binding && readValue(binding, frame);
  const output = contentOf({ ...content, placeholder: undefined }, frame, node);
  const html = htmlOf(value);
  let outcome: Outcome = placeholder ? 'placeholder' : 'template';
  if (typeof output === 'object' || (output !== undefined && html !== undefined)) outcome = 'markup';
  else if (output !== undefined) {
    const language = context.language || frame.env.language;
    outcome = context.time && typeof value !== 'object' && formatDate(String(value), language) ? 'date' : 'text';
  }
  return {
    attribute: 'data-path',
    path: attribute(owner.source, 'data-path') ?? '',
    target: 'content',
    outcome,
    value,
    trace: binding && trace(binding, frame),
    sanitizerReport: html === undefined ? [] : sanitizerReport(html, context.inline, owner.tag),
  };
}

/** Returns why a value is refused as an attribute; undefined if it is not. */
function refusedAs(
  tag: string,
  name: string,
  value: unknown,
  frame: RenderFrame,
  { source }: BoundElement,
): string | undefined {
  if (value === null || value === undefined || value === false) return undefined;
  const text = value === true ? '' : typeof value === 'object' ? objectText(value, tag, frame.env) : String(value);
  return text === null ? undefined : refusal(tag, name, text, frame.env.isClobberSafe, source.attributes);
}

function attributeOutcome(
  attributeBinding: AttributeBinding,
  base: string | null,
  value: unknown,
  reason: string | undefined,
): Outcome {
  const { name, placeholder } = attributeBinding;
  const isNone = value === null || value === undefined || value === false;
  const fallback = name !== 'src' ? 'removed' : placeholder ? 'placeholder' : base === null ? 'removed' : 'template';
  if (reason) return fallback === 'removed' ? 'refused' : fallback;
  return isNone || (name === 'src' && (value === true || value === '')) ? fallback : 'attribute';
}

/** Explains the bindings that set one attribute, each with its AttributeBinding. */
export function explainAttributeBindings(
  attributeBindings: readonly AttributeBinding[],
  tag: string,
  base: string | null,
  frame: RenderFrame,
): (BindingResult & { readonly attributeBinding: AttributeBinding })[] {
  return attributeBindings.map((attributeBinding) => {
    const { name, binding, remote, owner } = attributeBinding;
    let targetFrame = frame;
    for (let framesUp = remote?.framesUp ?? 0; framesUp > 0; framesUp--) targetFrame = targetFrame.parent!;
    const value = readThrough(attributeBinding, targetFrame, 0);
    const reason = name === 'hidden' ? undefined : refusedAs(tag, name, value, frame, owner);
    const losses: SanitizerChange[] = reason ? [{ kind: 'attribute', name, on: tag, reason }] : [];
    // An attribute that only the template may set stays unchanged (D19).
    const isUnchanged = !reason && base !== null && isKept(tag, name);
    const visibility: Outcome = isShown(value, owner, frame) ? 'visible' : 'hidden';
    return {
      attributeBinding,
      attribute: attributeBinding.attribute,
      path: attribute(owner.source, attributeBinding.attribute) ?? '',
      target: name,
      outcome:
        name === 'hidden'
          ? visibility
          : isUnchanged
            ? 'template'
            : attributeOutcome(attributeBinding, base, value, reason),
      value,
      // For the last item of repeats in between (D5), the value that was found is sufficient.
      trace: binding && remote?.through.length ? foundTrace(value) : binding && trace(binding, targetFrame),
      sanitizerReport: losses,
    };
  });
}

const foundTrace = (value: unknown): BindingResult['trace'] => ({
  from: 'item',
  tries: [],
  found: value === undefined ? -1 : 0,
});

/** Explains `data-path-attributes` (D6); undefined without it. */
export function explainAttributesBinding(bound: BoundElement, frame: RenderFrame): BindingResult | undefined {
  if (!bound.attributesBinding) return undefined;
  const values = attributesObject(bound, frame);
  const losses: SanitizerChange[] = [];
  for (const [key, value] of Object.entries(values ?? {})) {
    const name = key.toLowerCase();
    if (name === 'html') continue;
    const isBinding = name.startsWith('data-path') || name === 'data-attributes-keys';
    const reason = isBinding
      ? 'is a binding, which data can not make'
      : refusedAs(bound.tag, name, value, frame, bound);
    if (reason) losses.push({ kind: 'attribute', name, on: bound.tag, reason });
  }
  return {
    attribute: 'data-path-attributes',
    path: attribute(bound.source, 'data-path-attributes') ?? '',
    target: 'attributes',
    outcome: values ? 'attributes' : 'empty',
    value: values,
    trace: trace(bound.attributesBinding, frame),
    sanitizerReport: losses,
  };
}
