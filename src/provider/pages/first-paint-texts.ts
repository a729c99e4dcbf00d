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
  bg: {
    player: 'Видеоплейър',
    play: 'Пускане',
    live: 'На живо',
    unreached: 'Няма връзка. Опитайте отново.',
    needsScript: 'За този видеоклип плейърът се нуждае от JavaScript.',
    unavailable: 'Този видеоклип не е налице.',
  },
  bn: {
    player: 'ভিডিও প্লেয়ার',
    play: 'চালান',
    live: 'লাইভ',
    unreached: 'কানেক্ট করা যায়নি। আবার চেষ্টা করুন।',
    needsScript: 'এই ভিডিওর জন্য প্লেয়ারের JavaScript প্রয়োজন।',
    unavailable: 'এই ভিডিও উপলভ্য নেই।',
  },
  ca: {
    player: 'Reproductor de vídeo',
    play: 'Reprodueix',
    live: 'En directe',
    unreached: 'No s’ha pogut connectar. Torna-ho a provar.',
    needsScript: 'Aquest reproductor necessita JavaScript per a aquest vídeo.',
    unavailable: 'Aquest vídeo no està disponible.',
  },
  cs: {
    player: 'Videopřehrávač',
    play: 'Přehrát',
    live: 'Živě',
    unreached: 'Nelze se připojit. Zkuste to znovu.',
    needsScript: 'Tento přehrávač potřebuje pro toto video JavaScript.',
    unavailable: 'Toto video není dostupné.',
  },
  da: {
    player: 'Videoafspiller',
    play: 'Afspil',
    live: 'Live',
    unreached: 'Kan ikke oprette forbindelse. Prøv igen.',
    needsScript: 'Denne afspiller kræver JavaScript til denne video.',
    unavailable: 'Denne video er ikke tilgængelig.',
  },
  de: {
    player: 'Videoplayer',
    play: 'Abspielen',
    live: 'Live',
    unreached: 'Keine Verbindung. Noch einmal versuchen.',
    needsScript: 'Dieser Player braucht JavaScript für dieses Video.',
    unavailable: 'Dieses Video ist nicht verfügbar.',
  },
  el: {
    player: 'Πρόγραμμα αναπαραγωγής βίντεο',
    play: 'Αναπαραγωγή',
    live: 'Ζωντανά',
    unreached: 'Δεν είναι δυνατή η σύνδεση. Δοκιμάστε ξανά.',
    needsScript: 'Το πρόγραμμα αναπαραγωγής χρειάζεται JavaScript για αυτό το βίντεο.',
    unavailable: 'Αυτό το βίντεο δεν είναι διαθέσιμο.',
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
  et: {
    player: 'Videopleier',
    play: 'Esita',
    live: 'Otse',
    unreached: 'Ühendust ei saa luua. Proovi uuesti.',
    needsScript: 'See pleier vajab selle video jaoks JavaScripti.',
    unavailable: 'See video pole saadaval.',
  },
  fa: {
    player: 'پخش‌کنندهٔ ویدیو',
    play: 'پخش',
    live: 'زنده',
    unreached: 'اتصال برقرار نشد. دوباره امتحان کنید.',
    needsScript: 'این پخش‌کننده برای این ویدیو به JavaScript نیاز دارد.',
    unavailable: 'این ویدیو در دسترس نیست.',
  },
  fi: {
    player: 'Videosoitin',
    play: 'Toista',
    live: 'Live',
    unreached: 'Yhteyttä ei saada. Yritä uudelleen.',
    needsScript: 'Tämä soitin tarvitsee JavaScriptin tätä videota varten.',
    unavailable: 'Tämä video ei ole saatavilla.',
  },
  fil: {
    player: 'Video player',
    play: 'I-play',
    live: 'Live',
    unreached: 'Hindi makakonekta. Subukan ulit.',
    needsScript: 'Kailangan ng player na ito ng JavaScript para sa video na ito.',
    unavailable: 'Hindi available ang video na ito.',
  },
  fr: {
    player: 'Lecteur vidéo',
    play: 'Lire',
    live: 'En direct',
    unreached: 'Connexion impossible. Réessayez.',
    needsScript: 'Ce lecteur a besoin de JavaScript pour cette vidéo.',
    unavailable: 'Cette vidéo n’est pas disponible.',
  },
  he: {
    player: 'נגן וידאו',
    play: 'הפעלה',
    live: 'שידור חי',
    unreached: 'אין חיבור. אפשר לנסות שוב.',
    needsScript: 'הנגן הזה צריך JavaScript כדי להפעיל את הסרטון.',
    unavailable: 'הסרטון הזה לא זמין.',
  },
  hi: {
    player: 'वीडियो प्लेयर',
    play: 'चलाएँ',
    live: 'लाइव',
    unreached: 'कनेक्ट नहीं हो सका। फिर से कोशिश करें।',
    needsScript: 'इस वीडियो के लिए प्लेयर को JavaScript चाहिए।',
    unavailable: 'यह वीडियो उपलब्ध नहीं है।',
  },
  hr: {
    player: 'Videoplayer',
    play: 'Reproduciraj',
    live: 'Uživo',
    unreached: 'Povezivanje nije moguće. Pokušajte ponovo.',
    needsScript: 'Ovom playeru za ovaj videozapis treba JavaScript.',
    unavailable: 'Ovaj videozapis nije dostupan.',
  },
  hu: {
    player: 'Videólejátszó',
    play: 'Lejátszás',
    live: 'Élő',
    unreached: 'Nem sikerült csatlakozni. Próbáld újra.',
    needsScript: 'Ehhez a videóhoz a lejátszónak JavaScriptre van szüksége.',
    unavailable: 'Ez a videó nem érhető el.',
  },
  id: {
    player: 'Pemutar video',
    play: 'Putar',
    live: 'Live',
    unreached: 'Tidak dapat terhubung. Coba lagi.',
    needsScript: 'Pemutar ini memerlukan JavaScript untuk video ini.',
    unavailable: 'Video ini tidak tersedia.',
  },
  it: {
    player: 'Video player',
    play: 'Riproduci',
    live: 'In diretta',
    unreached: 'Impossibile connettersi. Riprova.',
    needsScript: 'Questo player richiede JavaScript per questo video.',
    unavailable: 'Questo video non è disponibile.',
  },
  ja: {
    player: '動画プレーヤー',
    play: '再生',
    live: 'ライブ',
    unreached: '接続できません。もう一度お試しください。',
    needsScript: 'この動画の再生には JavaScript が必要です。',
    unavailable: 'この動画は利用できません。',
  },
  ko: {
    player: '동영상 플레이어',
    play: '재생',
    live: '실시간',
    unreached: '연결할 수 없습니다. 다시 시도해 주세요.',
    needsScript: '이 동영상을 재생하려면 JavaScript가 필요합니다.',
    unavailable: '이 동영상을 볼 수 없습니다.',
  },
  lt: {
    player: 'Vaizdo įrašų leistuvė',
    play: 'Leisti',
    live: 'Tiesiogiai',
    unreached: 'Nepavyko prisijungti. Bandykite dar kartą.',
    needsScript: 'Šiam vaizdo įrašui leistuvei reikia JavaScript.',
    unavailable: 'Šis vaizdo įrašas nepasiekiamas.',
  },
  lv: {
    player: 'Video atskaņotājs',
    play: 'Atskaņot',
    live: 'Tiešraide',
    unreached: 'Nevar izveidot savienojumu. Mēģiniet vēlreiz.',
    needsScript: 'Lai atskaņotu šo video, atskaņotājam nepieciešams JavaScript.',
    unavailable: 'Šis video nav pieejams.',
  },
  ms: {
    player: 'Pemain video',
    play: 'Main',
    live: 'Langsung',
    unreached: 'Tidak dapat menyambung. Cuba lagi.',
    needsScript: 'Pemain ini memerlukan JavaScript untuk video ini.',
    unavailable: 'Video ini tidak tersedia.',
  },
  nb: {
    player: 'Videospiller',
    play: 'Spill av',
    live: 'Direkte',
    unreached: 'Kan ikke koble til. Prøv igjen.',
    needsScript: 'Denne spilleren trenger JavaScript for denne videoen.',
    unavailable: 'Denne videoen er ikke tilgjengelig.',
  },
  nl: {
    player: 'Videospeler',
    play: 'Afspelen',
    live: 'Live',
    unreached: 'Geen verbinding. Probeer het opnieuw.',
    needsScript: 'Deze speler heeft JavaScript nodig voor deze video.',
    unavailable: 'Deze video is niet beschikbaar.',
  },
  pl: {
    player: 'Odtwarzacz wideo',
    play: 'Odtwórz',
    live: 'Na żywo',
    unreached: 'Brak połączenia. Spróbuj ponownie.',
    needsScript: 'Ten odtwarzacz wymaga JavaScript, aby odtworzyć ten film.',
    unavailable: 'Ten film jest niedostępny.',
  },
  pt: {
    player: 'Player de vídeo',
    play: 'Reproduzir',
    live: 'Ao vivo',
    unreached: 'Sem conexão. Tente novamente.',
    needsScript: 'Este player precisa de JavaScript para este vídeo.',
    unavailable: 'Este vídeo não está disponível.',
  },
  ro: {
    player: 'Player video',
    play: 'Redă',
    live: 'Live',
    unreached: 'Nu se poate conecta. Încearcă din nou.',
    needsScript: 'Acest player are nevoie de JavaScript pentru acest videoclip.',
    unavailable: 'Acest videoclip nu este disponibil.',
  },
  ru: {
    player: 'Видеоплеер',
    play: 'Смотреть',
    live: 'Прямой эфир',
    unreached: 'Нет соединения. Попробуйте ещё раз.',
    needsScript: 'Для этого видео плееру нужен JavaScript.',
    unavailable: 'Это видео недоступно.',
  },
  sk: {
    player: 'Prehrávač videa',
    play: 'Prehrať',
    live: 'Naživo',
    unreached: 'Nedá sa pripojiť. Skúste to znova.',
    needsScript: 'Tento prehrávač potrebuje pre toto video JavaScript.',
    unavailable: 'Toto video nie je dostupné.',
  },
  sl: {
    player: 'Videopredvajalnik',
    play: 'Predvajaj',
    live: 'V živo',
    unreached: 'Povezava ni mogoča. Poskusite znova.',
    needsScript: 'Ta predvajalnik za ta videoposnetek potrebuje JavaScript.',
    unavailable: 'Ta videoposnetek ni na voljo.',
  },
  sr: {
    player: 'Видео-плејер',
    play: 'Пусти',
    live: 'Уживо',
    unreached: 'Повезивање није успело. Пробајте поново.',
    needsScript: 'Овом плејеру је потребан JavaScript за овај видео.',
    unavailable: 'Овај видео није доступан.',
  },
  sv: {
    player: 'Videospelare',
    play: 'Spela upp',
    live: 'Live',
    unreached: 'Det går inte att ansluta. Försök igen.',
    needsScript: 'Spelaren behöver JavaScript för den här videon.',
    unavailable: 'Videon är inte tillgänglig.',
  },
  sw: {
    player: 'Kicheza video',
    play: 'Cheza',
    live: 'Mubashara',
    unreached: 'Imeshindwa kuunganisha. Jaribu tena.',
    needsScript: 'Kicheza video hiki kinahitaji JavaScript kwa video hii.',
    unavailable: 'Video hii haipatikani.',
  },
  ta: {
    player: 'வீடியோ பிளேயர்',
    play: 'இயக்கு',
    live: 'நேரலை',
    unreached: 'இணைக்க முடியவில்லை. மீண்டும் முயலவும்.',
    needsScript: 'இந்த வீடியோவுக்கு இந்த பிளேயருக்கு JavaScript தேவை.',
    unavailable: 'இந்த வீடியோ கிடைக்கவில்லை.',
  },
  th: {
    player: 'โปรแกรมเล่นวิดีโอ',
    play: 'เล่น',
    live: 'สด',
    unreached: 'เชื่อมต่อไม่ได้ ลองอีกครั้ง',
    needsScript: 'โปรแกรมเล่นนี้ต้องใช้ JavaScript เพื่อเล่นวิดีโอนี้',
    unavailable: 'วิดีโอนี้ไม่พร้อมใช้งาน',
  },
  tr: {
    player: 'Video oynatıcı',
    play: 'Oynat',
    live: 'Canlı',
    unreached: 'Bağlanılamıyor. Tekrar deneyin.',
    needsScript: 'Bu oynatıcının bu video için JavaScript’e ihtiyacı var.',
    unavailable: 'Bu video kullanılamıyor.',
  },
  uk: {
    player: 'Відеопрогравач',
    play: 'Відтворити',
    live: 'Наживо',
    unreached: 'Немає з’єднання. Спробуйте ще раз.',
    needsScript: 'Для цього відео програвачу потрібен JavaScript.',
    unavailable: 'Це відео недоступне.',
  },
  ur: {
    player: 'ویڈیو پلیئر',
    play: 'چلائیں',
    live: 'لائیو',
    unreached: 'کنکٹ نہیں ہو سکا۔ دوبارہ کوشش کریں۔',
    needsScript: 'اس ویڈیو کے لیے اس پلیئر کو JavaScript درکار ہے۔',
    unavailable: 'یہ ویڈیو دستیاب نہیں ہے۔',
  },
  vi: {
    player: 'Trình phát video',
    play: 'Phát',
    live: 'Trực tiếp',
    unreached: 'Không kết nối được. Hãy thử lại.',
    needsScript: 'Trình phát này cần JavaScript để phát video này.',
    unavailable: 'Video này không có sẵn.',
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
