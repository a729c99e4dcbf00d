import type { ListedVideos } from '../../../protocol/provider/viewers-report.ts';
import { pageElement } from '../../provider/operator-page-parts/page-element.ts';
import { element } from '../plots/elements.ts';
import type { ReportSelection } from './report-selection.ts';

/** The form that selects the report. It names videos by title, or by id if the title is ambiguous or unknown. */
export class SelectionForm {
  readonly #form = pageElement('selection', HTMLFormElement);
  readonly #video = pageElement('video', HTMLInputElement);
  readonly #videos = pageElement('videos', HTMLDataListElement);
  readonly #time = pageElement('time', HTMLSelectElement);
  readonly #compare = pageElement('compare', HTMLSelectElement);
  readonly #dates = {
    from: pageElement('from', HTMLInputElement),
    to: pageElement('to', HTMLInputElement),
    compareFrom: pageElement('compare-from', HTMLInputElement),
  };
  #known: ListedVideos = [];

  constructor(selection: ReportSelection, onShow: () => void) {
    this.#video.value = selection.video;
    this.#time.value = selection.time;
    this.#compare.value = selection.compare;
    this.#dates.from.value = selection.from;
    this.#dates.to.value = selection.to;
    this.#dates.compareFrom.value = selection.compareFrom;
    this.#turn();
    this.#form.addEventListener('change', () => this.#turn());
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      onShow();
    });
    for (const select of [this.#time, this.#compare])
      select.addEventListener('change', () => {
        if (select.value !== 'own') onShow();
      });
  }

  /** Offers titles to choose from, and replaces the id of the shown video by its title. */
  offer(videos: ListedVideos): void {
    this.#known = videos;
    this.#videos.replaceChildren(...videos.map(({ id, title }) => element('option', { value: title }, id)));
    const shown = videos.find(({ id }) => id === this.#video.value);
    if (shown !== undefined && this.#isAlone(shown.title)) this.#video.value = shown.title;
  }

  read():
    { readonly ok: true; readonly selection: ReportSelection } | { readonly ok: false; readonly message: string } {
    const video = this.#videoId();
    if (video === undefined)
      return {
        ok: false,
        message: `There is no video “${this.#video.value}”. Choose one from the list, enter its id, or leave it empty.`,
      };
    const { from, to, compareFrom } = this.#dates;
    return {
      ok: true,
      selection: {
        video,
        time: this.#time.value as ReportSelection['time'],
        from: from.value,
        to: to.value,
        compare: this.#compare.value as ReportSelection['compare'],
        compareFrom: compareFrom.value,
        session: '',
      },
    };
  }

  /** Id of the entered video. A removed video can be entered by its id, because its counts still exist. */
  #videoId(): string | undefined {
    const text = this.#video.value.trim();
    const named = this.#known.find(({ title, id }) => id === text || title === text);
    return named?.id ?? (/^[\w-]{0,64}$/.test(text) ? text : undefined);
  }

  #isAlone(text: string): boolean {
    return this.#known.filter(({ title }) => title === text).length === 1;
  }

  #turn(): void {
    pageElement('own', HTMLElement).hidden = this.#time.value !== 'own';
    pageElement('own-compare', HTMLElement).hidden = this.#compare.value !== 'own';
  }
}
