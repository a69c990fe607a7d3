// SVG attribute names are case-sensitive: tabIndex has no effect there, and nothing on a board could take the focus.
// This renames the attribute to tabindex on every element.
import { options, type VNode } from 'preact';

const previousHook = options.vnode;
options.vnode = (vnode: VNode) => {
  if (typeof vnode.type === 'string') {
    const props = vnode.props as Record<string, unknown>;
    if ('tabIndex' in props) {
      props.tabindex = props.tabIndex;
      delete props.tabIndex;
    }
  }
  previousHook?.(vnode);
};
