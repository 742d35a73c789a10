/** A block on its way to another place: where it would go is shown and said, and nothing of the page moves before it is there. */
import { elementsOf, type ResolvedElement } from '../../../../../src/utils/editing/syntax-tree';
import type { DropTarget } from '../../../../../src/utils/editing/drop-targets';
import type { MessageKey } from '../../../../../src/utils/editing/messages/messages';
import type { ViewportPoint } from '../../view/locate';
import { shownAs } from '../../chrome/chosen';
import { put, type ChromeContext } from '../../chrome/context';
import { calledIn, type Cargo } from './cargo';
import { distanceTo, linesOf, shownIn, type Line } from './lines';

export interface Carry {
  readonly cargo: Cargo;
  /** Places where it may be put, in order; the one where it is among them. */
  readonly places: readonly DropTarget[];
  /** The place that is aimed at. */
  readonly aim: DropTarget | undefined;
  /** Aims at a place, and says so. */
  aimAt(landing: DropTarget | undefined): void;
  /** Aims at the place that is nearest to a point of the viewport. */
  aimNear(x: number, y: number): void;
  /** Puts it where it is aimed at; whether it has moved. */
  drop(): boolean;
  cancel(): void;
}

/** Pixels that a line is thick. */
const THICK = 4;

/** @param layer where marks are shown: over everything, and in nobody's way */
export function carry({ editing, follower }: ChromeContext, cargo: Cargo, layer: Element): Carry {
  const { words, stage, element, store } = editing;
  const { say } = words;
  const known = new Map<DropTarget, boolean>();
  const can = (landing: DropTarget): boolean => {
    if (landing.isHere) return true;
    if (!known.has(landing)) known.set(landing, editing.can(cargo.command(landing.spot)));
    return known.get(landing)!;
  };
  const mark = document.createElement('div');
  mark.className = 'drop';
  mark.hidden = true;
  layer.append(mark);
  let aim: DropTarget | undefined;
  let near: ViewportPoint | undefined;

  function show(): void {
    const lines = aim && !aim.isHere ? linesOf(shownIn(stage.content), aim) : [];
    const line = near ? nearest(lines, near) : lines[0];
    mark.hidden = !line;
    if (!line) return;
    const { left, top, width, height } = line;
    put(mark, {
      left: width ? left : left - THICK / 2,
      top: height ? top : top - THICK / 2,
      width: width || THICK,
      height: height || THICK,
    });
  }
  const stop = follower.on(show);

  function end(): void {
    stop();
    mark.remove();
  }

  function aimAt(landing: DropTarget | undefined): void {
    const isNew = landing !== aim;
    aim = landing;
    show();
    if (!landing || !isNew) return;
    const { spot, beside, isHere } = landing;
    const kind: MessageKey = isHere
      ? 'drag.here'
      : 'inside' in spot
        ? 'drag.inside'
        : 'after' in spot
          ? 'drag.after'
          : 'drag.before';
    const [number, count] = [places().indexOf(landing) + 1, places().length];
    editing.say(say(kind, { block: calledIn(beside, words), number, count }));
  }

  let all: readonly DropTarget[] | undefined;
  const places = (): readonly DropTarget[] => (all ??= cargo.landings.filter(can));

  /** What has moved is chosen where it is now, if it is more than the block that is typed in. */
  function choose(): void {
    const { document: view, selection } = editing.session.snapshot.editor!;
    const at = Math.min(selection.anchor, selection.head);
    const isMoved = ({ node, from, to }: ResolvedElement): boolean =>
      node.tag === cargo.tag && node.length === cargo.length && from <= at && at <= to;
    const moved = [...elementsOf(view)].find(isMoved)?.node.id;
    element.addEventListener(
      'feaasRender',
      () => {
        if (moved !== undefined && moved !== editing.editorView.block()?.owner.node.id) store.set({ chosen: moved });
        const shown = moved === undefined ? undefined : shownAs(editing, moved);
        shown?.scrollIntoView({ block: 'nearest' });
      },
      { once: true },
    );
  }

  return {
    cargo,
    get places() {
      return places();
    },
    get aim() {
      return aim;
    },
    aimAt,
    aimNear(x, y) {
      near = { x, y };
      const shown = shownIn(stage.content);
      const byDistance = cargo.landings
        .map((landing) => ({ landing, line: nearest(linesOf(shown, landing), near!) }))
        .filter((each): each is { landing: DropTarget; line: Line } => !!each.line)
        .map((each) => ({ ...each, distance: distanceTo(each.line, x, y) }))
        // Of two at one place the inner one's end is the nearer.
        .sort((one, other) => one.distance - other.distance || other.landing.depth - one.landing.depth);
      aimAt(byDistance.find(({ landing }) => can(landing))?.landing);
    },
    drop() {
      end();
      const done = !!aim && !aim.isHere && editing.run(cargo.command(aim.spot));
      if (done) choose();
      editing.say(say(done ? 'drag.dropped' : 'drag.canceled', { block: cargo.name }));
      return done;
    },
    cancel() {
      end();
      editing.say(say('drag.canceled', { block: cargo.name }));
    },
  };
}

const nearest = (lines: readonly Line[], { x, y }: ViewportPoint): Line | undefined =>
  [...lines].sort((one, other) => distanceTo(one, x, y) - distanceTo(other, x, y))[0];
