import { chooseLanguage, type ChosenLanguage, type LanguageCode } from '../../../protocol/page/languages.ts';

/** The few texts that the page shows before any script, or without one. All others are in the page's own languages. */
interface FirstPaintTexts {
  readonly player: string;
  readonly play: string;
  /** In place of the length of a live video. */
  readonly live: string;
  /** Neither the video nor what would explain it can be loaded. */
  readonly unreached: string;
  readonly needsScript: string;
  readonly unavailable: string;
}

export const FIRST_PAINT_TEXTS: Readonly<Record<LanguageCode, FirstPaintTexts>> = {
  ar: {
    player: 'مشغّل الفيديو',
    play: 'تشغيل',
    live: 'مباشر',
    unreached: 'تعذّر الاتصال. أعد المحاولة.',
    needsScript: 'يحتاج هذا المشغّل إلى JavaScript لعرض هذا الفيديو.',
    unavailable: 'هذا الفيديو غير متاح.',
  },
  de: {
    player: 'Videoplayer',
    play: 'Abspielen',
    live: 'Live',
    unreached: 'Keine Verbindung. Noch einmal versuchen.',
    needsScript: 'Dieser Player braucht JavaScript für dieses Video.',
    unavailable: 'Dieses Video ist nicht verfügbar.',
  },
  en: {
    player: 'Video player',
    play: 'Play',
    live: 'Live',
    unreached: 'Can’t connect. Try again.',
    needsScript: 'This player needs JavaScript for this video.',
    unavailable: 'This video is not available.',
  },
  es: {
    player: 'Reproductor de vídeo',
    play: 'Reproducir',
    live: 'En directo',
    unreached: 'No hay conexión. Inténtalo de nuevo.',
    needsScript: 'Este reproductor necesita JavaScript para este vídeo.',
    unavailable: 'Este vídeo no está disponible.',
  },
  fr: {
    player: 'Lecteur vidéo',
    play: 'Lire',
    live: 'En direct',
    unreached: 'Connexion impossible. Réessayez.',
    needsScript: 'Ce lecteur a besoin de JavaScript pour cette vidéo.',
    unavailable: 'Cette vidéo n’est pas disponible.',
  },
  hi: {
    player: 'वीडियो प्लेयर',
    play: 'चलाएँ',
    live: 'लाइव',
    unreached: 'कनेक्ट नहीं हो सका। फिर से कोशिश करें।',
    needsScript: 'इस वीडियो के लिए प्लेयर को JavaScript चाहिए।',
    unavailable: 'यह वीडियो उपलब्ध नहीं है।',
  },
  ja: {
    player: '動画プレーヤー',
    play: '再生',
    live: 'ライブ',
    unreached: '接続できません。もう一度お試しください。',
    needsScript: 'この動画の再生には JavaScript が必要です。',
    unavailable: 'この動画は利用できません。',
  },
  pt: {
    player: 'Player de vídeo',
    play: 'Reproduzir',
    live: 'Ao vivo',
    unreached: 'Sem conexão. Tente novamente.',
    needsScript: 'Este player precisa de JavaScript para este vídeo.',
    unavailable: 'Este vídeo não está disponível.',
  },
  ru: {
    player: 'Видеоплеер',
    play: 'Смотреть',
    live: 'Прямой эфир',
    unreached: 'Нет соединения. Попробуйте ещё раз.',
    needsScript: 'Для этого видео плееру нужен JavaScript.',
    unavailable: 'Это видео недоступно.',
  },
  zh: {
    player: '视频播放器',
    play: '播放',
    live: '直播',
    unreached: '无法连接，请重试。',
    needsScript: '播放此视频需要 JavaScript。',
    unavailable: '此视频不可用。',
  },
};

/** Language chosen as in the page: the address's, else that of the browser's `Accept-Language`. */
export function languageOf(hl: string | undefined, acceptLanguage: string | null): ChosenLanguage {
  return chooseLanguage(hl === undefined ? preferredOf(acceptLanguage ?? '') : [hl]);
}

/** `fr;q=0.5, de` → `de`, `fr` */
function preferredOf(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.split(/;\s*q=/);
      return { tag: tag.trim(), quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((first, second) => second.quality - first.quality)
    .map(({ tag }) => tag);
}
