/** The part of npm's report that counts; `vulnerabilities` is absent where there was no audit. */
export interface AuditReport {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly severity: string; readonly range: string }>
  >;
  readonly message?: string;
}

export function auditDependencies(
  ask?: (options: readonly string[]) => AuditReport,
  say?: (line: string) => void,
): boolean;
