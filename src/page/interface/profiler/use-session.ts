import { createContext, useContext } from 'react';
import { useStore } from '../shared/player-context.tsx';
import type { ProfilerSession } from './profiler-session.ts';
import type { ProfilerSnapshot } from './profiler-snapshot.ts';

const SessionContext = createContext<ProfilerSession | null>(null);
export const SessionProvider = SessionContext.Provider;

export function useSession(): ProfilerSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('a part of the profiler was rendered outside of it');
  return session;
}

export function useProfiler(): ProfilerSnapshot {
  return useStore(useSession());
}
