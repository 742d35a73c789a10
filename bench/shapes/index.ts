/** All content shapes of W1-W3 and W6; a target applies to the worst one. */
import { article } from './article';
import { cards } from './cards';
import { navigation } from './navigation';
import { priceTable } from './price-table';
import type { Shape } from './shape';
import { tiles } from './tiles';

export const SHAPES: readonly Shape[] = [cards, article, priceTable, navigation, tiles];

export function findShape(name: string): Shape {
  const found = SHAPES.find((shape) => shape.name === name);
  if (!found) throw new Error(`No shape ${name}: there is ${SHAPES.map((shape) => shape.name).join(', ')}.`);
  return found;
}
