import { QUALITY_NAMES, type QualityName } from '../../../../protocol/host/player-info.ts';
import type { LoadingLimits } from '../../../../protocol/media/loading-limits.ts';
import { qualityName } from '../../../../protocol/media/quality.ts';
import type { EmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import type { Infrastructure } from '../../infrastructure/infrastructure.ts';
import type { Player, PlayerControl } from '../../player/player.ts';
import { isSavingData, networkOf, readNetworkFacts } from '../../platform/network-facts.ts';
import { limitsFor } from './loading-limits.ts';

export interface DataSaverOptions {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'lastSourceOf' | 'limitLoading'>;
  readonly infrastructure: Pick<Infrastructure, 'saveData'>;
  readonly parameters: Pick<EmbedParameters, 'data_saver' | 'max_quality'>;
  /** Some browsers have `navigator.connection`. */
  readonly navigator: object;
  /** Gives the pixel density, which changes when the window moves between screens. */
  readonly document: { readonly defaultView: Pick<Window, 'devicePixelRatio'> | null };
}

/**
 * Limits what engines load by themselves: for viewers who save data, on connections that are slow or metered, and by the highest quality
 * that the address, the host, the catalog or the viewer allows. Follows all of them while the page lives.
 */
export function startDataSaver({
  player,
  control,
  infrastructure,
  parameters,
  navigator,
  document,
}: DataSaverOptions): void {
  const network = networkOf(navigator);
  runAddress(player, control, parameters);
  let sentLimits: LoadingLimits | null = null;
  const follow = (): void => {
    const { dataSaver, video } = player.getSnapshot();
    const facts = readNetworkFacts(network);
    const isSaving = isSavingData(dataSaver.choice, facts);
    const { host, viewer } = dataSaver.maxQuality;
    const given = [host, viewer, video.response?.streamingData?.maxQuality ?? 'auto'] as const;
    const limits = limitsFor(isSaving, facts, given, document.defaultView?.devicePixelRatio ?? 1);
    const isChanged = dataSaver.isOn !== isSaving;
    if (JSON.stringify(sentLimits) === JSON.stringify(limits) && !isChanged) return;
    sentLimits = limits;
    control.limitLoading(limits, isSaving);
    if (isChanged) void infrastructure.saveData(isSaving);
  };
  player.subscribe(follow);
  network?.addEventListener?.('change', follow);
  follow();
}

/** Parameters of the address act as commands of the host, unless the host has already sent its own. */
function runAddress(
  player: Player,
  control: DataSaverOptions['control'],
  { data_saver: saves, max_quality: maxQuality }: DataSaverOptions['parameters'],
): void {
  if (saves !== undefined && control.lastSourceOf('setDataSaver') === undefined)
    player.execute({ name: 'setDataSaver', arguments: [saves ? 'on' : 'off'] }, 'host');
  const quality = qualityNamed(maxQuality?.toLowerCase());
  if (quality !== undefined && control.lastSourceOf('setMaxQuality') !== 'host')
    player.execute({ name: 'setMaxQuality', arguments: [quality] }, 'host');
}

/** Quality by a name such as `hd720`, `720p` or `720`. The labels of the settings are not loaded here. */
function qualityNamed(text = ''): QualityName | undefined {
  const lines = Number(/^(\d{2,4})p?$/.exec(text)?.[1]);
  return lines > 0 ? qualityName((lines * 16) / 9, lines) : QUALITY_NAMES.find((name) => name === text);
}
