import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/**
 * What the interface is made of, by the number that React DOM gives each kind of node: function components, elements, text,
 * fragments and contexts. A node of any other kind, say `<Suspense>` or `memo()`, throws React's error 156.
 */
const KEPT_NODE_TAGS: ReadonlySet<unknown> = new Set([0, 3, 5, 6, 7, 10]);

/** Functions of parts that this page has no use for, each with the answer that it would always give. */
const LEFT_OUT_FUNCTIONS = {
  /** Styles, scripts and titles that React would move into the head: the page's own are there from the start. */
  isHostHoistableType: 'return false;',
  preconnectAs: '',
  preload: '',
  preloadModule: '',
  preinitStyle: '',
  preinitScript: '',
  preinitModuleScript: '',
  insertStylesheetIntoRoot: '',
  /** Only a view transition begins one. */
  startViewTransition: '',
  restoreViewTransitionName: '',
  commitDeletedPairViewTransitions: '',
  commitExitViewTransitions: '',
  commitNestedViewTransitions: '',
  applyViewTransitionToHostInstancesRecursive: 'return false;',
  waitForCommitToBeReady: 'return null;',
  accumulateSuspenseyCommitOnFiber: '',
  preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217;',
  /** A transition that shows in the browser's own progress indicator. */
  defaultOnDefaultTransitionIndicator: '',
  /** The page is never painted by React on a server (`isHydrating` below), so no event has to wait for it either. */
  popHydrationState: 'return false;',
  queueIfContinuousEvent: 'return false;',
  canHydrateInstance: 'return null;',
  prepareToHydrateHostInstance: '',
  attemptExplicitHydrationTarget: '',
  retryIfBlockedOn: '',
  /** Values, updates and children that are promises, and hooks that are in use nowhere. */
  useThenable: '',
  unwrapThenable: '',
  attachPingListener: '',
  entangleAsyncAction: '',
  useMemoCache: '',
  startTransition: '',
  updateOptimisticImpl: '',
  dispatchOptimisticSetState: '',
  mountDeferredValueImpl: '',
  updateDeferredValueImpl: '',
  /** Children that are iterators other than arrays. */
  reconcileChildrenIterator: 'return null;',
  /** Components that are classes. */
  initializeClassErrorUpdate: '',
  /** Elements with a name of somebody's own. */
  setPropOnCustomElement: '',
  /** Events that no component listens for, which a test keeps so: selections, text before it is typed, enter and leave. */
  accumulateEnterLeaveListenersForEvent: '',
  constructSelectEvent: '',
  getNativeBeforeInputChars: 'return null;',
  getFallbackBeforeInputChars: 'return null;',
  isFallbackCompositionEnd: 'return false;',
  /** Forms that call functions. */
  extractEvents$1: '',
  startHostTransition: '',
  requestFormReset$1: '',
  ensureFormComponentIsStateful: '',
  mountActionState: '',
  updateActionStateImpl: '',
  rerenderActionState: '',
  dispatchActionState: '',
  /** Fragments with a `ref`. */
  commitNewChildToFragmentInstance: '',
  deleteChildFromFragmentInstance: '',
  /** The names of components in a stack that nobody reads: errors carry their own. */
  describeNativeComponentFrame: 'return "";',
} as const;

const HYDRATING = 'isHydrating';

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Edit extends Range {
  readonly text: string;
}

/** A variable belongs to the whole function, wherever it is declared. */
interface Variable extends Range {
  readonly name: string;
}

/**
 * Builds React DOM with the kinds of nodes that we use: a third less to load and to compile. It has no switches of its own
 * for that, so the cases of the other kinds are taken out by their numbers, and what only they used falls to the minifier.
 * Its version is pinned, and one that has other names fails the build.
 */
export function slimReactDom(): Plugin {
  return {
    name: 'oriel:slim-react-dom',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js$/u },
      handler(code) {
        const { slimmed, missing } = leaveOut(code);
        if (missing.length > 0) this.error(`this version of react-dom has no ${missing.join(', ')}`);
        return { code: slimmed, map: null };
      },
    },
  };
}

/** The code without the parts that are not used, and which of them it does not have at all. */
export function leaveOut(code: string): { slimmed: string; missing: string[] } {
  const edits: Edit[] = [];
  const cases: Range[] = [];
  const functions: Range[] = [];
  const variables: Variable[] = [];
  const hydrating: Range[] = [];
  /** Functions with a parameter of that name. */
  const ownHydrating: Range[] = [];
  const missing = new Set<string>([...Object.keys(LEFT_OUT_FUNCTIONS), 'FragmentInstance', HYDRATING, 'tag']);
  new Visitor({
    SwitchStatement(node) {
      if (!isTag(node.discriminant)) return;
      missing.delete('tag');
      const { whole, labels } = leftOutCases(node);
      cases.push(...whole);
      edits.push(...labels.map((label) => ({ ...label, text: '' })));
    },
    VariableDeclarator({ id }) {
      if (id.type === 'Identifier') variables.push({ ...rangeOf(id), name: id.name });
    },
    AssignmentExpression(node) {
      if (node.left.type === 'Identifier' && node.left.name === HYDRATING)
        edits.push({ ...rangeOf(node), text: 'false' });
    },
    Identifier(node) {
      if (node.name !== HYDRATING) return;
      missing.delete(HYDRATING);
      hydrating.push(rangeOf(node));
    },
    FunctionExpression: (node) => void functions.push(rangeOf(node)),
    BinaryExpression(node) {
      if (!isTag(node.right) || !isLeftOut(node.left)) return;
      if (node.operator === '===') edits.push({ ...rangeOf(node), text: 'false' });
      if (node.operator === '!==') edits.push({ ...rangeOf(node), text: 'true' });
    },
    FunctionDeclaration(node) {
      const { id, body, params } = node;
      if (params.some((one) => one.type === 'Identifier' && one.name === HYDRATING)) ownHydrating.push(rangeOf(node));
      const name = id?.name ?? '';
      if (!isLeftOutFunction(name) || body === null) return;
      missing.delete(name);
      edits.push({ ...rangeOf(body), text: `{${LEFT_OUT_FUNCTIONS[name]}}` });
    },
    ExpressionStatement(node) {
      if (code.startsWith('exports.hydrateRoot =', node.start)) edits.push({ ...rangeOf(node), text: '' });
      if (!code.startsWith('FragmentInstance.prototype.', node.start)) return;
      missing.delete('FragmentInstance');
      edits.push({ ...rangeOf(node), text: '' });
    },
  }).visit(parseSync('react-dom.js', code).program);
  for (const range of hydrating) {
    const isDeclared = variables.some(({ start }) => start === range.start);
    if (!isDeclared && !ownHydrating.some((own) => isIn(range, own))) edits.push({ ...range, text: 'false' });
  }
  for (const range of cases) edits.push({ ...range, text: keepVariables(range, variables, functions) });
  return { slimmed: applyEdits(code, edits), missing: [...missing] };
}

/** A case that another one falls into loses its label only. */
function leftOutCases({ cases }: ESTree.SwitchStatement): { whole: Range[]; labels: Range[] } {
  const whole: Range[] = [];
  const labels: Range[] = [];
  let isFallenInto = false;
  for (const one of cases) {
    if (isLeftOut(one.test)) {
      if (!isFallenInto) {
        whole.push(rangeOf(one));
        continue;
      }
      labels.push({ start: one.start, end: one.consequent[0]?.start ?? one.end });
    }
    isFallenInto = !isEnded(one.consequent);
  }
  return { whole, labels };
}

/** Other cases use what the case declares; nothing is ever equal to an object of its own. */
function keepVariables(range: Range, variables: readonly Variable[], functions: readonly Range[]): string {
  const inner = functions.filter((one) => isIn(one, range));
  const names = variables.filter((one) => isIn(one, range) && !inner.some((outer) => isIn(one, outer)));
  return names.length === 0 ? '' : `case {}: var ${[...new Set(names.map(({ name }) => name))].join(', ')};`;
}

function isIn(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

function isEnded(statements: readonly ESTree.Statement[]): boolean {
  const last = statements.at(-1);
  if (last?.type === 'BlockStatement') return isEnded(last.body);
  return last !== undefined && ['BreakStatement', 'ReturnStatement', 'ThrowStatement'].includes(last.type);
}

function isTag(node: ESTree.Expression): boolean {
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'tag';
}

function isLeftOut(node: ESTree.Node | null): boolean {
  return node?.type === 'Literal' && typeof node.value === 'number' && !KEPT_NODE_TAGS.has(node.value);
}

function isLeftOutFunction(name: string): name is keyof typeof LEFT_OUT_FUNCTIONS {
  return Object.hasOwn(LEFT_OUT_FUNCTIONS, name);
}

function rangeOf({ start, end }: ESTree.Node): Range {
  return { start, end };
}

/** Where one lies in another, the outer one holds. */
function applyEdits(code: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (start < at) continue;
    parts.push(code.slice(at, start), text);
    at = end;
  }
  return parts.join('') + code.slice(at);
}
