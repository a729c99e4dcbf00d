import { counted, grouped } from '../../../protocol/runtime/counted.ts';
import type { ReportReason } from '../../../protocol/provider/report-reasons.ts';
import type { ReportedVideo } from '../../../protocol/provider/viewer-reports.ts';
import { element } from '../plots/elements.ts';

/** Texts of the reasons, as in the player's menu. */
const REASONS: Readonly<Record<ReportReason, string>> = {
  sexual: 'Sexual content',
  violence: 'Violence',
  harmful: 'Hateful or harmful',
  spam: 'Spam or misleading',
  rights: 'Infringes my rights',
};
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export interface ReportActions {
  readonly setAside: (report: ReportedVideo, isSetAside: boolean) => void;
  readonly setListed: (report: ReportedVideo, isListed: boolean) => void;
}

export function isOpen({ setAsideAtMs, newPeople }: ReportedVideo): boolean {
  return setAsideAtMs === null || newPeople > 0;
}

/** A reported video: reasons, number of viewers, and the actions of the operator. */
export function reportCard(report: ReportedVideo, canUnlist: boolean, actions: ReportActions): HTMLLIElement {
  const { videoId, video } = report;
  const title = video === null ? videoId : video.title || videoId;
  const link =
    video === null ? title : element('a', { href: video.address, target: '_blank', rel: 'noopener noreferrer' }, title);
  const card = element(
    'li',
    { className: 'report' },
    pictureOf(report),
    element(
      'div',
      {},
      element('h3', {}, link),
      ...factsOf(report).map((text) => element('p', {}, text)),
      element('p', { className: 'actions' }, ...buttonsOf(report, { title, canUnlist }, actions)),
    ),
  );
  return card;
}

function pictureOf({ video }: ReportedVideo): HTMLElement {
  const src = video?.poster ?? '';
  return src === ''
    ? element('div', { className: 'poster' })
    : element('img', { className: 'poster', src, alt: '', loading: 'lazy' });
}

function factsOf({ video, reason, people, networks, firstAtMs, lastAtMs, setAsideAtMs, newPeople }: ReportedVideo) {
  const who = `${grouped(people)} ${people === 1 ? 'person' : 'people'} from ${counted(networks, 'network', grouped)}`;
  const [first, last] = [moments.format(firstAtMs), moments.format(lastAtMs)];
  return [
    `${reason === null ? 'No reason given' : REASONS[reason]}: ${who}`,
    first === last ? first : `First ${first}, last ${last}`,
    ...(setAsideAtMs === null ? [] : [`Set aside ${moments.format(setAsideAtMs)}`]),
    ...(setAsideAtMs === null || newPeople === 0 ? [] : [`${grouped(newPeople)} of them since then`]),
    ...(video === null ? ['The catalog no longer has this video.'] : []),
    ...(video?.isListed === false ? ['Unlisted'] : []),
  ];
}

function buttonsOf(
  report: ReportedVideo,
  { title, canUnlist }: { readonly title: string; readonly canUnlist: boolean },
  actions: ReportActions,
): HTMLButtonElement[] {
  const button = (text: string, act: () => void): HTMLButtonElement => {
    const made = element('button', { type: 'button' }, text);
    made.dataset['key'] = `${report.videoId} ${report.reason} ${text}`;
    made.setAttribute('aria-label', `${text}: ${title}`);
    made.addEventListener('click', act);
    return made;
  };
  const aside = isOpen(report);
  const { video } = report;
  return [
    button(aside ? 'Set aside' : 'Take back', () => actions.setAside(report, aside)),
    ...(video === null || !canUnlist
      ? []
      : [button(video.isListed ? 'Unlist' : 'List again', () => actions.setListed(report, !video.isListed))]),
  ];
}
