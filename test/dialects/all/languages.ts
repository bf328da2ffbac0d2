/** A text as people write it, the encodings in which its files are found besides Unicode's, and an edit of it. */
export interface Sample {
  readonly language: string;
  readonly encodings: readonly string[];
  readonly text: string;
  readonly old: string;
  readonly new: string;
}

export const SAMPLES: readonly Sample[] = [
  {
    language: 'Russian',
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5'],
    text: '# Настройки сервера\nпорт = 8080\n# Если соединение прервано, программа подождёт минуту\n# и попробует ещё раз.\n',
    old: 'подождёт минуту',
    new: 'сразу прекратит работу',
  },
  {
    language: 'Ukrainian',
    encodings: ['windows-1251', 'koi8-u'],
    text: "# Налаштування\nмова = українська\n# Якщо з'єднання перервано, програма чекає хвилину.\n# Їжак і ґанок теж тут.\n",
    old: 'чекає хвилину',
    new: 'одразу зупиняється',
  },
  {
    language: 'Bulgarian',
    encodings: ['windows-1251'],
    text: '# Настройки на сървъра\nпорт = 8080\n# Ако връзката прекъсне, програмата изчаква една минута.\n',
    old: 'изчаква една минута',
    new: 'спира веднага',
  },
  {
    language: 'Japanese',
    encodings: ['shift_jis', 'euc-jp'],
    text: '# サーバーの設定ファイル\nポート = 8080\n# 接続が切れたときは、プログラムは一分間待ってから再び試します。\n表示能力とソート機能は十分です。\n',
    old: '一分間待ってから再び試します',
    new: '表示して終了します',
  },
  {
    language: 'Simplified Chinese',
    encodings: ['gb18030'],
    text: '# 服务器的设置\n端口 = 8080\n# 如果连接中断，程序会等待一分钟，然后再试一次。\n',
    old: '等待一分钟，然后再试一次',
    new: '立刻停止运行',
  },
  {
    language: 'Traditional Chinese',
    encodings: ['big5'],
    text: '# 伺服器的設定\n連接埠 = 8080\n# 如果連線中斷，程式會等待一分鐘，然後再試一次。\n許功蓋都在這裡。\n',
    old: '等待一分鐘，然後再試一次',
    new: '立刻停止執行',
  },
  {
    language: 'Korean',
    encodings: ['euc-kr'],
    text: '# 서버 설정\n포트 = 8080\n# 연결이 끊어지면 프로그램은 일 분 동안 기다린 다음 다시 시도합니다.\n',
    old: '기다린 다음 다시 시도합니다',
    new: '바로 멈춥니다',
  },
  {
    language: 'German',
    encodings: ['windows-1252'],
    text: '# Einstellungen für den Server\nGröße = 8080\n# Bricht die Verbindung ab, wartet das Programm „eine Minute“ – höchstens fünf Versuche.\n',
    old: 'höchstens fünf Versuche',
    new: 'ohne weitere Störung',
  },
  {
    language: 'French',
    encodings: ['windows-1252'],
    text: '# Réglages du serveur\ndélai = 8080\n# Si la connexion est coupée, le programme réessaie après une minute : ça dépend de l’hôte.\nprix = 5 €\n',
    old: 'réessaie après',
    new: 's’arrête dès',
  },
  {
    language: 'Spanish',
    encodings: ['windows-1252'],
    text: '# Configuración del servidor\nespañol = sí\n# ¿Se cortó la conexión? El programa esperará un minuto y lo intentará otra vez.\n',
    old: 'esperará un minuto',
    new: 'terminará en un año',
  },
  {
    language: 'Portuguese',
    encodings: ['windows-1252'],
    text: '# Configuração do servidor\ndescrição = não\n# Se a ligação cair, o programa espera um minuto e tentará outra vez até às três.\n',
    old: 'tentará outra vez até às três',
    new: 'não fará mais ações',
  },
  {
    language: 'Polish',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: '# Ustawienia serwera\nopóźnienie = 8080\n# Jeśli połączenie zostanie przerwane, program poczeka minutę i spróbuje jeszcze raz.\n# Zażółć gęślą jaźń.\n',
    old: 'poczeka minutę',
    new: 'zakończy działanie',
  },
  {
    language: 'Czech',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: '# Nastavení serveru\nzpoždění = 8080\n# Pokud se spojení přeruší, program počká minutu a zkusí to znovu.\n# Příliš žluťoučký kůň úpěl ďábelské ódy.\n',
    old: 'počká minutu',
    new: 'ihned skončí běh',
  },
  {
    language: 'Greek',
    encodings: ['windows-1253', 'iso-8859-7'],
    text: '# Ρυθμίσεις του διακομιστή\nθύρα = 8080\n# Αν διακοπεί η σύνδεση, το πρόγραμμα περιμένει ένα λεπτό και δοκιμάζει ξανά.\n',
    old: 'περιμένει ένα λεπτό',
    new: 'σταματά αμέσως',
  },
  {
    language: 'Turkish',
    encodings: ['windows-1254'],
    text: '# Sunucu ayarları\nbağlantı = 8080\n# Bağlantı kesilirse program bir dakika bekler ve yeniden dener; güncelleme için şifre gerekir.\n# Işık çok güzel, İstanbul değişiyor, öğrenci çalışıyor.\n',
    old: 'bir dakika bekler',
    new: 'çalışmayı hemen bırakır',
  },
  {
    language: 'Hebrew',
    encodings: ['windows-1255', 'iso-8859-8'],
    text: '# הגדרות השרת\nיציאה = 8080\n# אם החיבור נותק, התוכנית ממתינה דקה אחת ומנסה שוב.\n',
    old: 'ממתינה דקה אחת',
    new: 'נעצרת מיד',
  },
  {
    language: 'Arabic',
    encodings: ['windows-1256', 'iso-8859-6'],
    text: '# إعدادات الخادم\nمنفذ = 8080\n# إذا انقطع الاتصال، ينتظر البرنامج دقيقة واحدة ثم يحاول مرة أخرى.\n',
    old: 'ينتظر البرنامج دقيقة واحدة',
    new: 'يتوقف البرنامج فورا',
  },
  {
    language: 'Thai',
    encodings: ['windows-874'],
    text: '# การตั้งค่าเซิร์ฟเวอร์\nพอร์ต = 8080\n# ถ้าการเชื่อมต่อขาด โปรแกรมจะรอหนึ่งนาทีแล้วลองใหม่อีกครั้ง\n',
    old: 'จะรอหนึ่งนาที',
    new: 'จะหยุดทันที',
  },
  {
    language: 'Lithuanian',
    encodings: ['windows-1257'],
    text: '# Serverio nuostatos\nprievadas = 8080\n# Jei ryšys nutrūksta, programa palaukia minutę ir bando dar kartą; ąžuolas, žąsis, šešėlis, ūkis.\n',
    old: 'palaukia minutę',
    new: 'iškart baigia veikti čia',
  },
];
