"""The table for people, and the verdict on the targets."""


def _judge(target, figure):
    """(value, limit in words, whether it is met)"""
    ours, ratio = figure.get("ours", {}).get("median"), figure.get("ratio")
    if target.time_at_most:
        times = None if ratio is None else 1 / ratio
        return times, f"at most {target.time_at_most:g} x {target.than}'s time", (
            times is not None and times <= target.time_at_most)
    if target.at_least:
        return ratio, f"at least {target.at_least:g} x {target.than}", ratio is not None and ratio >= target.at_least
    if target.own_at_least:
        return ours, f"at least {target.own_at_least:g} {figure['unit']}", (
            ours is not None and ours >= target.own_at_least)
    return ours, f"at most {target.at_most:g} {figure['unit']}", ours is not None and ours <= target.at_most


def verdicts(targets, figures, planned):
    """One dictionary per target and figure. `planned` maps a benchmark to the PE counts it was to run on; a target that
    the plan includes and no figure answers counts as missed."""
    result = []
    for target in targets:
        if target.bench not in planned:
            continue
        covered = [figure for figure in figures if target.covers(figure)]
        planned_pes = {pes for pes in planned[target.bench] if not target.pes or pes in target.pes}
        for figure in covered:
            value, limit, met = _judge(target, figure)
            result.append({"bench": target.bench, "metric": target.metric, "bytes": figure["bytes"],
                           "pes": figure["pes"], "limit": limit, "value": value, "met": met})
        for pes in sorted(planned_pes - {figure["pes"] for figure in covered}):
            result.append({"bench": target.bench, "metric": target.metric, "bytes": None, "pes": pes,
                           "limit": "a figure", "value": None, "met": False})
    return result


def _number(value):
    return "-" if value is None else f"{value:,.2f}" if value < 1000 else f"{value:,.0f}"


def print_table(figures, verdict_list, sides):
    other = sides[1] if len(sides) > 1 else None
    marks = {(v["bench"], v["metric"], v["bytes"], v["pes"]): v for v in verdict_list}
    head = f"{'benchmark':<20} {'metric':<27} {'bytes':>8} {'PEs':>3} {'ours':>13}"
    if other:
        head += f" {other.heading:>13} {'ratio':>7}"
    print(f"{head}  unit")
    for figure in figures:
        row = f"{figure['bench']:<20} {figure['metric']:<27} {figure['bytes'] or '':>8} {figure['pes']:>3}"
        row += f" {_number(figure.get('ours', {}).get('median')):>13}"
        if other:
            row += f" {_number(figure.get(other.label, {}).get('median')):>13} {_number(figure.get('ratio')):>7}"
        row += f"  {figure['unit']}, {figure['better']} is better"
        verdict = marks.get((figure["bench"], figure["metric"], figure["bytes"], figure["pes"]))
        if verdict and verdict["value"] is not None:
            row += f"  [{'met' if verdict['met'] else 'MISSED'}: {verdict['limit']}]"
        print(row)
    if other:
        print("ratio: above 1 ours is better, for times and for rates alike")


def print_missed(verdict_list):
    """Prints what was missed and returns how many."""
    missed = [verdict for verdict in verdict_list if not verdict["met"]]
    for verdict in missed:
        where = f"{verdict['bench']} {verdict['metric']}"
        if verdict["bytes"]:
            where += f" {verdict['bytes']} bytes"
        if verdict["pes"]:
            where += f" {verdict['pes']} PEs"
        print(f"missed: {where}: wanted {verdict['limit']}, got {_number(verdict['value'])}")
    print(f"targets: {len(verdict_list) - len(missed)} of {len(verdict_list)} met")
    return len(missed)
