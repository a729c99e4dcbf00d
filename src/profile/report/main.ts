import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Report } from './schema/report.ts';

/** Entry of the page that `npm run profile` writes. The page contains its report and loads nothing. */
const app = document.getElementById('app');
const data = document.getElementById('report')?.textContent;
if (app === null || data === undefined) throw new Error('the page is not complete');
createRoot(app).render(createElement(App, { report: Report.parse(JSON.parse(data)) }));
