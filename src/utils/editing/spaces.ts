/** White space after an edit: spaces that shall show are written so that they do, others so that they do not. */
import type { Atom } from './atoms';

const isSpace = ({ source, embed }: Atom): boolean => !embed && /^[ \t\n\r\f]+$/.test(source);

/** Whether something shows between an atom and the end of its line. */
function endsLine(atoms: readonly Atom[], at: number): boolean {
  for (let next = at + 1; next < atoms.length; next++) {
    const atom = atoms[next]!;
    if (atom.embed?.kind === 'break') return true;
    if (atom.text && !(isSpace(atom) && atom.text === ' ')) return false;
  }
  return true;
}

/** Atoms whose white space collapses to exactly what they say. */
export function settleSpaces(atoms: readonly Atom[]): Atom[] {
  const out: Atom[] = [];
  let spaced = true;
  for (const [at, atom] of atoms.entries()) {
    if (!isSpace(atom)) {
      out.push(atom);
      if (atom.text) spaced = atom.embed?.kind === 'break';
    } else if (atom.text) {
      const shows: boolean = !spaced && !endsLine(atoms, at);
      out.push(shows ? atom : { ...atom, source: '&nbsp;' });
      spaced = shows;
    } else if (spaced || endsLine(atoms, at)) out.push(atom);
    // What did not show would do so now, and goes.
  }
  return out;
}
