import { createHash } from 'node:crypto';
import type { BudgetAdmission } from '../budgets/budget-admission.ts';
import { holderId, holderPath } from '../budgets/holder.ts';
import { holderStatements } from '../budgets/holder-statements.ts';
import { ROW_BYTES } from '../budgets/row-bytes.ts';
import type { Sender } from '../budgets/sender.ts';
import type { Database } from '../database/database.ts';
import { queriesFor, statementOf } from '../database/queries/queries.ts';
import * as z from 'zod/mini';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { Signer } from '../security/signer.ts';

/** A program is solved right after it was issued (B1). */
export const BOT_PROGRAM_LIFETIME_MS = 1_800_000;
/** Leading zero bits of the proof of work: some 4 000 hashes, 10 to 50 ms in a worker. */
const BOT_PROOF_BITS = 12;

export const BOT_DETECTION_SCRIPT_PATH = '/bot_detection.js';
const PURPOSE = 'bot-program';
const Content = z.object({ nonce: z.string(), expiresMs: z.number() });
const NONCE_CHARACTERS = 12;
/** `{bits}~{signed content}~{proof}` */
const BOT_RESPONSE = /^(\d{1,2}~[\w-]+\.[\w-]+)~([\w-]{1,64})$/;

export interface BotDetection {
  /** A program for the script: the difficulty of the proof, signed and dated, so that it cannot be forged. */
  createProgram(): string;
  /** Whether a response is a proof for this binding, made from an unexpired program of this provider and not used before. */
  verify(response: string, binding: string, sender: Sender): Promise<Accepted<void>>;
}

interface Dependencies {
  readonly database: Database;
  readonly admission: Pick<BudgetAdmission, 'admit'>;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly random: Random;
}

export function createBotDetection({ database, admission, signer, clock, random }: Dependencies): BotDetection {
  const bits = BOT_PROOF_BITS;
  const queries = queriesFor(database.dialect);
  const holders = holderStatements(database.dialect);

  return {
    createProgram() {
      const content = {
        nonce: makeNonce(random.bytes(NONCE_CHARACTERS)),
        expiresMs: clock.now() + BOT_PROGRAM_LIFETIME_MS,
      };
      return `${bits}~${signer.sign(PURPOSE, content)}`;
    },

    async verify(response, binding, sender) {
      const [, program = '', proof = ''] = BOT_RESPONSE.exec(response) ?? [];
      const content = signer.open(PURPOSE, Content, program.slice(program.indexOf('~') + 1));
      if (content === undefined || program !== `${bits}~${program.slice(program.indexOf('~') + 1)}`)
        return refuse(403, 'botguardResponse was not made from a program of this provider.');
      if (content.expiresMs <= clock.now())
        return refuse(403, 'botguardResponse is too old. Ask for the player again and use its program.');
      if (!hasLeadingZeroBits(`${program}\n${binding}\n${proof}`, bits))
        return refuse(403, 'botguardResponse is not a proof for this call.');
      const admitted = await admission.admit('proofs', sender, ROW_BYTES.proof);
      if (!admitted.ok) return admitted;
      const path = holderPath('proofs', sender);
      const used = await database.batch(
        [
          holders.know(path),
          ...[
            queries.deleteFrom('bot_answers').where('expires_at_ms', '<=', clock.now()),
            queries
              .insertInto('bot_answers')
              .values({ answer: `${content.nonce} ${proof}`, expires_at_ms: content.expiresMs, holder: holderId(path) })
              .onConflict((conflict) => conflict.doNothing()),
          ].map(statementOf),
        ],
        'write',
      );
      return used[2]?.rowsAffected === 1
        ? { ok: true, value: undefined }
        : refuse(403, 'botguardResponse has been used before.');
    },
  };
}

function hasLeadingZeroBits(text: string, bits: number): boolean {
  return createHash('sha256').update(text).digest().readUInt32BE(0) >>> (32 - bits) === 0;
}
