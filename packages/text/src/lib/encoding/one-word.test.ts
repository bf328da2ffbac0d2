import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../../test/memory-file.ts';
import { encodeExactly } from '../edit/encode-exactly.ts';
import { readDocument, textOf } from '../edit/text-document.ts';
import { readLines } from '../lines/read-lines.ts';
import { loadCodec } from './load-codec.ts';
import { sniff } from './sniff.ts';
import type { Encoding } from './text-format.ts';

/** Common words of programs, and of their comments. */
const WORDS: Record<string, string> = {
  simplified:
    '版本 系统 什么 修复 删除 获取 文件 目录 错误 用户 密码 数据 函数 返回 变量 参数 测试 配置 连接 关闭 打开 保存 列表 字符 时间 日期 注意 说明 作者 功能 初始化 计算 更新 设置 服务器 客户端 处理 检查 循环 类型',
  traditional:
    '函式 檔案 目錄 錯誤 使用者 密碼 資料 返回 變數 參數 測試 設定 連線 關閉 開啟 儲存 清單 字元 時間 日期 注意 說明 作者 功能 初始化 計算 更新 伺服器 用戶端 處理 檢查 迴圈 類型 版本 系統 刪除 取得 修正 程式 資訊',
  japanese:
    '削除 取得 テスト データ 設定 変更 追加 関数 引数 戻り値 処理 開始 終了 確認 注意 作成 更新 初期化 ファイル エラー 文字列 配列 一覧 検索 接続 切断 時刻 日付 番号 名前 表示 入力 出力 計算 実行 修正 画面 登録 一時的 日本語',
  korean:
    '파일 삭제 오류 사용자 비밀번호 데이터 함수 반환 변수 매개변수 시험 설정 연결 닫기 열기 저장 목록 문자열 시간 날짜 주의 설명 작성자 기능 초기화 계산 갱신 서버 클라이언트 처리 검사 반복 형식 버전 시스템 가져오기 수정 추가 이름 한글',
  russian:
    'файл ошибка пользователь пароль данные функция возврат переменная параметр тест настройка соединение закрыть открыть сохранить список строка время дата внимание описание автор версия система удалить получить исправить добавить имя сервер клиент обработка проверка цикл тип путь значение размер найден русский',
  western:
    'größe für über zurück gelöscht wählen schließen Änderung début créé données paramètre répertoire réseau supprimé succès año función versión número código contraseña configuração função não opção perché città è già åtgärd fält så möjlig på også sähköposti käyttäjä lösenord naïve',
};

const CASES: [encoding: Encoding, words: string, right: number][] = [
  ['gb18030', 'simplified', 34],
  ['big5', 'traditional', 30],
  ['shift_jis', 'japanese', 38],
  ['euc-jp', 'japanese', 30],
  ['euc-kr', 'korean', 38],
  ['windows-1251', 'russian', 38],
  ['koi8-r', 'russian', 32],
  ['cp866', 'russian', 34],
  ['windows-1252', 'western', 36],
  ['cp437', 'western', 14],
  ['macintosh', 'western', 10],
];

describe('a source with a single word beyond ASCII', () => {
  it.each(CASES)('in %s is read and edited right, or the edit is refused: %s', async (encoding, kind, atLeast) => {
    const words = WORDS[kind]?.split(' ') ?? [];
    const codec = await loadCodec(encoding);
    const outcomes = { right: 0, refused: [] as string[], wrong: [] as string[] };
    for (const [index, word] of words.entries()) {
      const next = words[(index + 7) % words.length] ?? '';
      const document = await readDocument(
        memoryFile(
          Buffer.concat([Buffer.from('int main() {\n  return 0; // '), codec.encode(word), Buffer.from('\n}\n')]),
        ),
      );
      const written = writtenBy(document.codec, next);
      if (written === null) outcomes.refused.push(word);
      else if (!written.equals(codec.encode(next)))
        outcomes.wrong.push(`${word}, taken for ${document.format.encoding}`);
      else if (textOf(document).includes(word)) outcomes.right += 1;
    }
    expect(words).toHaveLength(40);
    expect(outcomes.wrong.length, outcomes.wrong.join('; ')).toBeLessThanOrEqual(2);
    expect(outcomes.right, `refused: ${outcomes.refused.join(' ')}`).toBeGreaterThanOrEqual(atLeast);
  });
});

const HEAD = 'int value = compute(other, 12);\n'.repeat(200);

describe('a word of which the bytes are UTF-8 by chance', () => {
  it.each<[Encoding, string]>([
    ['gb18030', '停止'],
    ['gb18030', '图片'],
    ['gb18030', '系统'],
    ['cp866', 'сборка'],
  ])('in %s is read and edited as what it is: %s', async (encoding, word) => {
    const codec = await loadCodec(encoding);
    for (const head of ['', HEAD]) {
      const file = memoryFile(Buffer.concat([Buffer.from(`${head}// `), codec.encode(word), Buffer.from('\n')]));
      const sniffed = await sniff(file);
      if (sniffed.kind !== 'text') throw new TypeError(sniffed.kind);
      const startLine = head.split('\n').length;
      const { lines } = await readLines(file, sniffed, { startLine, maxLineLength: 100 });
      const { codec: used } = await readDocument(file);
      expect([lines[0]?.text, writtenBy(used, word)]).toEqual([`// ${word}`, codec.encode(word)]);
    }
  });

  it.each(['ɪntəˈnæʃənəl', '⠋⠙⠹', 'tiếng Việt', 'ʻokina', '\u0308', 'שָׁלוֹם'])(
    'is UTF-8 if it is likelier: %s',
    async (word) => {
      expect(await sniff(memoryFile(Buffer.from(`const word = '${word}';\n`)))).toMatchObject({ encoding: 'utf-8' });
    },
  );
});

function writtenBy(codec: Parameters<typeof encodeExactly>[0], text: string): Buffer | null {
  try {
    return encodeExactly(codec, { text, from: 0, to: text.length });
  } catch {
    return null;
  }
}
