/** Attributes of SVG and MathML, whose names have capitals where those of HTML have none. */
import type { SourceElement } from './source-node';

const CAPITALS = new Map(
  (
    'attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits definitionURL diffuseConstant edgeMode ' +
    'filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes ' +
    'lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves ' +
    'pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha ' +
    'preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures ' +
    'specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage ' +
    'tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** How an attribute is spelt on an element: as its template has it, else as the parser does; in HTML in lower case. */
export function attributeNameCase({ foreign, attributes }: SourceElement, name: string): string {
  const lower = name.toLowerCase();
  if (!foreign) return lower;
  return attributes.find(([own]) => own.toLowerCase() === lower)?.[0] ?? CAPITALS.get(lower) ?? lower;
}
