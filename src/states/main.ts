import { addressOf, looksOf, readChoice, type Choice } from './choice.ts';
import { showChoiceForm } from './choice-form.ts';
import { FrameCard } from './frame-card.ts';
import { find, make } from '../demo/make.ts';
import { SCREENS, type Screen } from './screens.ts';
import { Turns } from '../../protocol/runtime/turns.ts';

// Composition root of the states page: every screen of the player in frames, for designers.

/** Limit of frames that load at the same time; loaded frames need few resources. */
const FRAMES_AT_ONCE = 3;
/** Distance from the window's edges at which a frame is opened or closed. */
const SIGHT_MARGIN = '25% 0px';

const main = find('screens');
const summary = find('summary');
const turns = new Turns(FRAMES_AT_ONCE);
let cards: readonly FrameCard[] = [];

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const card = cards.find((candidate) => candidate.element === target);
      if (isIntersecting) card?.open();
      else if (card?.status !== 'out of sight') card?.close();
    }
  },
  { rootMargin: SIGHT_MARGIN },
);

const first = readChoice(new URLSearchParams(location.search), SCREENS);
showChoiceForm(find<HTMLFormElement>('choice'), SCREENS, first, (choice) => {
  history.replaceState(null, '', addressOf(choice));
  show(choice);
});
show(first);

function show(choice: Choice): void {
  sight.disconnect();
  for (const card of cards) card.close();
  const shown = SCREENS.filter(({ name }) => choice.screen === 'all' || choice.screen === name);
  const sections = shown.map((screen) => ({ screen, cards: cardsOf(screen, choice) }));
  cards = sections.flatMap((section) => section.cards);
  main.replaceChildren(...sections.map((section) => sectionOf(section.screen, section.cards)));
  for (const card of cards) sight.observe(card.element);
}

function cardsOf(screen: Screen, choice: Choice): readonly FrameCard[] {
  return looksOf(choice).map((look) => new FrameCard({ screen, look, turns, onStatus: summarize }));
}

function sectionOf({ name }: Screen, cards: readonly FrameCard[]): HTMLElement {
  const frames = make('div', { className: 'frames' }, ...cards.map((card) => card.element));
  return make('section', {}, make('h2', {}, name), frames);
}

/** Announces a summary once all visible frames have loaded: an announcement for each frame would be too much. */
function summarize(): void {
  const count = (status: FrameCard['status']): number => cards.filter((card) => card.status === status).length;
  if (count('waiting') > 0 || cards.length === count('out of sight')) return;
  summary.textContent = `In sight: ${count('reached')} reached, ${count('not reached')} not. ${cards.length} frames in all.`;
}
