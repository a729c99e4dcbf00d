import { createRoot } from 'react-dom/client';
import { App, type AppProps } from './app.tsx';
import './styles/controls.css';

/** React, the components, their styles. */
export function mountApp(container: HTMLElement, props: AppProps): () => void {
  const onError = props.tools.reportError;
  const root = createRoot(container, { onUncaughtError: onError, onRecoverableError: onError });
  root.render(<App {...props} />);
  return () => root.unmount();
}
