import { expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { openInterface } from './support/open-interface.ts';
import { rateable } from './support/rateable.ts';

/** The interface over a video that viewers can rate and report, and what it sends. */
async function openRateable() {
  await frame.viewport(900, 500);
  const { features, player, infrastructure, mount } = await openInterface();
  infrastructure.responses.feedback = { feedbackResponses: [{ isProcessed: true }] };
  mount(features);
  player.set(rateable(VIDEO.videoId));
  const sent = () =>
    infrastructure.called.map(([endpoint, fields]) => [
      endpoint,
      'feedbackTokens' in fields && 'feedbackContext' in fields
        ? [fields.feedbackTokens, fields.feedbackContext]
        : null,
    ]);
  return { features, player, sent };
}

test('a chosen “Like” has the description “Select again to undo”, and a second press withdraws it', async () => {
  const { features, sent } = await openRateable();
  features.get(panels).open('more');
  const like = frame.getByRole('radio', { name: 'Like', exact: true });
  await expect.element(like).not.toBeChecked();
  await expect.element(like).not.toHaveAccessibleDescription();
  await userEvent.click(like);
  await expect.element(like).toBeChecked();
  await expect.element(like).toHaveAccessibleDescription('Select again to undo');
  await userEvent.keyboard('{Enter}');
  await expect.element(like).not.toBeChecked();
  await expect.element(like).not.toHaveAccessibleDescription();
  expect(sent()).toEqual([
    ['feedback', [['like'], {}]],
    ['feedback', [['back'], {}]],
  ]);
});

test('a report requires a reason, and is offered once for a video', async () => {
  const { features, player, sent } = await openRateable();
  const panel = features.get(panels);
  const row = frame.getByRole('button', { name: 'Report video', exact: true });
  const spam = frame.getByRole('button', { name: 'Spam or misleading' });
  panel.open('more');
  await userEvent.click(row);
  await expect.element(spam).toBeVisible();
  expect(sent()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(row).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(frame.getByRole('button', { name: 'Back: Report video' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(spam).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(frame.getByText('Thanks, your report was sent.')).toBeVisible();
  expect(panel.get()).toBeNull();
  expect(sent()).toEqual([['feedback', [['report'], { reason: 'spam' }]]]);

  panel.open('more');
  const reported = frame.getByRole('button', { name: 'Reported' });
  await expect.element(reported).toBeDisabled();
  await userEvent.click(reported, { force: true });
  expect(spam.elements()).toEqual([]);
  player.set(rateable('orielmp4001'));
  await expect.element(row).toBeEnabled();
  player.set(rateable(VIDEO.videoId));
  await expect.element(reported).toBeDisabled();
  expect(sent()).toHaveLength(1);
});
